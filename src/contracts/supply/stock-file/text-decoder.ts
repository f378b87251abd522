export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes that are no text in an encoding that spreadsheets write. */
export class NotText extends Error {
  override name = 'NotText';
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no table holds.
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x9f]/;

/**
 * Decodes a file as it comes: UTF-16 if it begins with that mark, otherwise UTF-8, and Windows-1252 if its first letter
 * beyond ASCII isn't UTF-8. Whatever doesn't fit throws NotText.
 */
export function createTextDecoder() {
  let encoding: Encoding | undefined;
  let decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let begun = false;
  let held = new Uint8Array(0);

  function decide(found: Encoding): void {
    encoding = found;
    decoder = new TextDecoder(found, { fatal: true, ignoreBOM: true });
  }

  function take(bytes: Uint8Array, last: boolean): string {
    held = joined(held, bytes);
    if (!begun) {
      if (held.length < 2 && !last) return '';
      begun = true;
      if (held[0] === 0xff && held[1] === 0xfe) decide('utf-16le');
      if (held[0] === 0xfe && held[1] === 0xff) decide('utf-16be');
    }
    let before = '';
    if (!encoding) {
      const plain = held.findIndex((byte) => byte > 0x7f);
      const end = plain < 0 ? held.length : plain;
      const sequence = plain < 0 ? undefined : held.subarray(plain, plain + lengthOf(held[plain]!));
      before = ASCII.decode(held.subarray(0, end));
      held = held.slice(end);
      if (!sequence || (sequence.length < lengthOf(sequence[0]!) && !last)) return before;
      decide(isUtf8(sequence) ? 'utf-8' : 'windows-1252');
    }
    const text = decoder.decode(held, { stream: !last });
    held = new Uint8Array(0);
    return before + text;
  }

  function decode(bytes: Uint8Array, last: boolean): string {
    let text: string;
    try {
      text = take(bytes, last);
    } catch (cause) {
      throw cause instanceof TypeError ? new NotText('not_text') : cause;
    }
    if (CONTROL.test(text)) throw new NotText('not_text');
    return text;
  }

  return {
    push: (bytes: Uint8Array): string => decode(bytes, false),
    end: (): string => decode(new Uint8Array(0), true),
    encoding: (): Encoding => encoding ?? 'utf-8',
  };
}

const ASCII = new TextDecoder('utf-8');

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Of the UTF-8 sequence that a byte begins; 1 if it begins none. */
function lengthOf(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc2 ? 2 : 1;
}

function isUtf8(sequence: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sequence);
    return true;
  } catch {
    return false;
  }
}
