import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Message, message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';

/** What an issuer says of a batch: the codes that it knows, each by the SHA-256 of its letters and digits in capitals. */
export interface Manifest {
  /** The issuer's own reference of the programme. */
  programme: string;
  /** The invoice that the batch came with. */
  invoice: string;
  issued_at: string;
  digests: string[];
}

export const MANIFEST_MAX_BYTES = 16_000_000;
const HEAD = 'facevalue-manifest 1';
const MARK = '\nsignature: ';
const SIGNATURE = /^([A-Za-z0-9+/]{86}==)\r?\n?$/;
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** The text that an issuer signs. Lines end in LF; the signature follows as `signature: <base64>`. */
export function manifestText({ programme, invoice, issued_at, digests }: Manifest): string {
  const head = [
    HEAD,
    `programme: ${programme}`,
    `invoice: ${invoice}`,
    `issued_at: ${issued_at}`,
    `cards: ${digests.length}`,
  ];
  return [...head, ...digests].join('\n');
}

export function signedManifest(text: string, signature: Uint8Array): string {
  return `${text}${MARK}${Buffer.from(signature).toString('base64')}\n`;
}

/** Reads a manifest that bears the Ed25519 signature of one of the issuer's keys, and says which; nothing in it is looked at before that holds. */
export function readManifest<Key extends { public_key: Uint8Array }>(
  signed: string,
  issuerKeys: readonly Key[],
): Manifest & { key: Key } {
  if (signed.length > MANIFEST_MAX_BYTES) throw refused(message('manifest.too_long'));
  const end = signed.lastIndexOf(MARK);
  const text = signed.slice(0, Math.max(end, 0));
  const [, signature] = SIGNATURE.exec(signed.slice(end + MARK.length)) ?? [];
  const bytes = Buffer.from(signature ?? '', 'base64');
  const key =
    signature && end >= 0
      ? issuerKeys.find(({ public_key }) => verify(null, Buffer.from(text), publicKey(public_key), bytes))
      : undefined;
  if (!key) throw refused(message('manifest.not_signed'));
  const [head, programme, invoice, issuedAt, cards, ...digests] = text.split('\n');
  const manifest = {
    programme: fieldOf(programme, 'programme'),
    invoice: fieldOf(invoice, 'invoice'),
    issued_at: fieldOf(issuedAt, 'issued_at'),
    digests,
    key,
  };
  if (head !== HEAD || fieldOf(cards, 'cards') !== String(digests.length))
    throw refused(message('manifest.not_complete'));
  if (digests.some((digest) => !/^[0-9a-f]{64}$/.test(digest))) throw refused(message('manifest.wrong_card'));
  return manifest;
}

function fieldOf(line: string | undefined, name: string): string {
  const start = `${name}: `;
  if (!line?.startsWith(start)) throw refused(message('manifest.lacks', { name }));
  return line.slice(start.length);
}

function publicKey(raw: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([SPKI_ED25519, raw]), format: 'der', type: 'spki' });
}

const refused = (text: Message) => invalidField('manifest', text);
