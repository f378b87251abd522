import type { Look } from './card-theme.ts';

interface Programme extends Look {
  value: string;
}

/** The looks of the programmes that a page shows, by programme id. */
export function cardThemesOf(programmes: Programme[], cards: { programme: { id: string } }[]): Record<string, Look> {
  const shown = new Set(cards.map((card) => card.programme.id));
  const looks: Record<string, Look> = {};
  for (const { value, color_from, color_to, motif } of programmes)
    if (shown.has(value)) looks[value] = { color_from, color_to, motif };
  return looks;
}
