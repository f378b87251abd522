const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_END = 33;

/** Width and height that a PNG claims in its first chunk, before anything of it is decoded; null: it is no PNG. */
export function pngSize(bytes: Buffer): { width: number; height: number } | null {
  const begins = bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) && bytes.length > HEADER_END;
  if (!begins || bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
