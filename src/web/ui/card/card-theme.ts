import { contrast, mix } from '#contracts/messages/contrast.ts';

export const motifs = ['rosette', 'waves', 'rays', 'rings', 'grid', 'leaf', 'dots', 'bars'] as const;
export type Motif = (typeof motifs)[number];

/** The colours and motif of a programme's cards; sent once per page, not once per card. */
export interface CardTheme {
  color_from: string;
  color_to: string;
  motif: string;
}

const plain: CardTheme = { color_from: '#1d3b36', color_to: '#2f6d60', motif: 'rosette' };

export const cardThemeOf = (themes: Record<string, CardTheme>, programme_id: string): CardTheme =>
  themes[programme_id] ?? plain;

export function motifOf(name: string): Motif {
  return motifs.find((motif) => motif === name) ?? 'rosette';
}

const inks = ['#ffffff', '#10160f'] as const;
const READABLE = 5;

export interface Paint {
  ink: (typeof inks)[number];
  from: string;
  to: string;
}

const painted = new Map<string, Paint>();
const PAINTED_LIMIT = 1000;

/** The paint of a theme, computed once: half the cards on a page share a programme. */
export function paintOf(theme: CardTheme): Paint {
  const key = theme.color_from + theme.color_to;
  let paint = painted.get(key);
  if (!paint) {
    if (painted.size >= PAINTED_LIMIT) painted.clear();
    paint = mixPaint(theme);
    painted.set(key, paint);
  }
  return paint;
}

/** The more legible ink on a programme's two colours, and those colours adjusted as far as legibility requires. */
function mixPaint({ color_from, color_to }: CardTheme): Paint {
  const colours = [color_from, color_to].map((colour) => (/^#[0-9a-f]{6}$/i.test(colour) ? colour : plain.color_from));
  const best = (ink: string) => Math.max(...colours.map((colour) => contrast(ink, colour)));
  const ink = best(inks[0]) >= 4.5 ? inks[0] : inks[1];
  const away = ink === inks[0] ? '#000000' : '#ffffff';
  const [from = color_from, to = color_to] = colours.map((colour) => {
    let share = 0;
    while (contrast(ink, mix(colour, away, share)) < READABLE && share < 1) share += 0.04;
    return mix(colour, away, share);
  });
  return { ink, from, to };
}

// Widths in ems of a bold system sans, generously estimated so that text never overflows.
const em = (char: string) =>
  /[ijl.,:;'|!\s()]/.test(char) ? 0.36 : /[mwMW@%&]/.test(char) ? 0.98 : /[A-Z0-9$€£¥₹]/.test(char) ? 0.74 : 0.62;

export const textWidth = (text: string, size: number) => [...text].reduce((sum, char) => sum + em(char), 0) * size;

/** The largest size at which the text fits; at the smallest it is truncated with an ellipsis. */
export function fitText(text: string, width: number, sizes: readonly number[]): { text: string; size: number } {
  const fitting = sizes.find((size) => textWidth(text, size) <= width);
  if (fitting !== undefined) return { text, size: fitting };
  const size = sizes.at(-1) ?? 10;
  let cut = [...text];
  while (cut.length > 1 && textWidth(`${cut.join('')}…`, size) > width) cut = cut.slice(0, -1);
  return { text: `${cut.join('').trimEnd()}…`, size };
}
