function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The ratio of WCAG between two colours: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

/** A colour moved by a share of the way towards another. */
export function mix(hex: string, toward: string, share: number): string {
  const channel = (at: number) =>
    Math.round(
      Number.parseInt(hex.slice(at, at + 2), 16) * (1 - share) + Number.parseInt(toward.slice(at, at + 2), 16) * share,
    );
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`;
}
