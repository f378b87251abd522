/** What went wrong with a key or a sealed value; its message never holds key material or a secret. */
export class VaultError extends Error {
  override name = 'VaultError';
}
