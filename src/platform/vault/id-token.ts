import type { Macs } from './create-vault.ts';

/** A token for a link: a row's id and its MAC for this purpose, so that no secret is stored. */
export function writeIdToken(vault: Macs, id: string, purpose: string): string {
  return `${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}.${vault.mac(purpose, id).toString('base64url')}`;
}

/** The id in a genuine token, or undefined. */
export function readIdToken(vault: Macs, text: string, purpose: string): string | undefined {
  const parts = /^([\w-]{22})\.([\w-]{43})$/.exec(text);
  if (!parts) return undefined;
  const id = Buffer.from(parts[1]!, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return vault.verifyMac(purpose, id, Buffer.from(parts[2]!, 'base64url')) ? id : undefined;
}
