// As the import guard reads digits: up to three characters between them that are no letters, or look like none, or an `x`.
const LONG_RUN = /\p{Nd}(?:(?:[^\p{L}\p{Nd}]|[\p{Lm}x]){0,3}\p{Nd}){11,}/giu;
const NO_DIGIT = /\P{Nd}/gu;

/** Replaces runs of 12 and more digits, which may be a card number, by their length. For what nobody has scanned. */
export function maskDigits(text: string): string {
  return text.replace(LONG_RUN, (run) => `[${run.replace(NO_DIGIT, '').length} digits]`);
}

/** The same for the path of a URL, whose digits may be percent-encoded. */
export function maskPath(path: string): string {
  const decoded = decode(path);
  const masked = maskDigits(decoded);
  return masked === decoded ? path : masked;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
