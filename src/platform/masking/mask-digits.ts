const LONG_RUN = /\d(?:[ -]?\d){11,}|\d{4}(?:[._/]\d{4}){2,}\d*/g;

/** Replaces runs of 12 and more digits, which may be a card number, by their length. For what nobody has scanned. */
export function maskDigits(text: string): string {
  return text.replace(LONG_RUN, (run) => `[${run.replace(/\D/g, '').length} digits]`);
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
