import { type Message, message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import { fieldOf, readSigned, SIGNED_MAX_BYTES } from './signed-text.ts';

/** What an issuer says of a batch: the codes that it knows, each by the SHA-256 of its letters and digits in capitals. */
export interface Manifest {
  /** The issuer's own reference of the programme. */
  programme: string;
  /** The invoice that the batch came with. */
  invoice: string;
  issued_at: string;
  digests: string[];
}

const HEAD = 'facevalue-manifest 1';

/** The text that an issuer signs. */
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

/** Reads a manifest that one of the issuer's keys signed, and says which. */
export function readManifest<Key extends { public_key: Uint8Array }>(
  signed: string,
  issuerKeys: readonly Key[],
): Manifest & { key: Key } {
  if (signed.length > SIGNED_MAX_BYTES) throw refused(message('manifest.too_long'));
  const read = readSigned(signed, issuerKeys);
  if (!read) throw refused(message('manifest.not_signed'));
  const [head, programme, invoice, issuedAt, cards, ...digests] = read.lines;
  const manifest = {
    programme: required(programme, 'programme'),
    invoice: required(invoice, 'invoice'),
    issued_at: required(issuedAt, 'issued_at'),
    digests,
    key: read.key,
  };
  if (head !== HEAD || required(cards, 'cards') !== String(digests.length))
    throw refused(message('manifest.not_complete'));
  if (digests.some((digest) => !/^[0-9a-f]{64}$/.test(digest))) throw refused(message('manifest.wrong_card'));
  return manifest;
}

function required(line: string | undefined, name: string): string {
  const value = fieldOf(line, name);
  if (value === undefined) throw refused(message('manifest.lacks', { name }));
  return value;
}

const refused = (text: Message) => invalidField('manifest', text);
