import type { CardTheme } from './card-theme.ts';

interface Programme extends CardTheme {
  value: string;
}

/** The themes of the programmes that a page shows, by programme id. */
export function cardThemesOf(
  programmes: Programme[],
  cards: { programme: { id: string } }[],
): Record<string, CardTheme> {
  const shown = new Set(cards.map((card) => card.programme.id));
  const themes: Record<string, CardTheme> = {};
  for (const { value, color_from, color_to, motif } of programmes)
    if (shown.has(value)) themes[value] = { color_from, color_to, motif };
  return themes;
}
