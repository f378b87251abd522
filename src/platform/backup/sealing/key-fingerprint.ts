import type { Macs } from '#platform/vault/create-vault.ts';

/** Equal for equal master keys; says nothing else about them. */
export const keyFingerprint = (macs: Macs): string =>
  macs.mac('backup key fingerprint', '').toString('hex').slice(0, 16);
