const decoder = new TextDecoder('windows-1252');
const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
const UNKNOWN = '?'.charCodeAt(0);

/** Text as bytes of Windows-1252, with a question mark for what that lacks. */
export const encodeWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text.normalize('NFC'), (letter) => BYTES.get(letter) ?? UNKNOWN);
