/** Segments of the log that share the eight digits in the middle, at the server's usual 16 MB. */
const PER_LOG = 256n;

/** The name of the segment that follows in the log. */
export function nextSegment(name: string): string {
  const number = BigInt(`0x${name.slice(8, 16)}`) * PER_LOG + BigInt(`0x${name.slice(16)}`) + 1n;
  return name.slice(0, 8) + hex(number / PER_LOG) + hex(number % PER_LOG);
}

const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0');

/** The name of a segment's object, without its MAC. */
export const segmentObject = (archive: string, segment: string): string => `${archive}/wal/${segment}.zst.age`;
