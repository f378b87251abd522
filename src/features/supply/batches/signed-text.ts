import { createPublicKey, type KeyObject, verify } from 'node:crypto';

export const SIGNED_MAX_BYTES = 16_000_000;

const MARK = '\nsignature: ';
const SIGNATURE = /^([A-Za-z0-9+/]{86}==)\r?\n?$/;
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** What an issuer sends: a text whose lines end in LF, and its Ed25519 signature in a last line. */
export function signedText(text: string, signature: Uint8Array): string {
  return `${text}${MARK}${Buffer.from(signature).toString('base64')}\n`;
}

/** The lines of a text that bears the signature of one of the issuer's keys, and whose; nothing in it is looked at before that holds. */
export function readSigned<Key extends { public_key: Uint8Array }>(
  signed: string,
  issuerKeys: readonly Key[],
): { lines: string[]; key: Key } | undefined {
  const end = signed.lastIndexOf(MARK);
  const text = signed.slice(0, Math.max(end, 0));
  const [, signature] = SIGNATURE.exec(signed.slice(end + MARK.length)) ?? [];
  if (!signature || end < 0) return undefined;
  const bytes = Buffer.from(signature, 'base64');
  const key = issuerKeys.find(({ public_key }) => verify(null, Buffer.from(text), publicKey(public_key), bytes));
  return key && { lines: text.split('\n'), key };
}

/** What follows a field's name in its line; undefined where the line is another one. */
export function fieldOf(line: string | undefined, name: string): string | undefined {
  const start = `${name}: `;
  return line?.startsWith(start) ? line.slice(start.length) : undefined;
}

function publicKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_ED25519, raw]), format: 'der', type: 'spki' });
}
