import type { Card } from '#contracts/cards.ts';
import { type CardTheme, cardThemeOf } from '#web/ui/card/card-theme.ts';
import { cardThemesOf } from '#web/ui/card/card-themes.ts';

type Facts = Pick<Card, 'id' | 'face_cents' | 'price_cents' | 'discount_bp' | 'expires_on' | 'ends_soon'>;

export interface ShownCard extends Facts {
  programme: ShownProgramme;
}

interface ShownProgramme extends Pick<Card, 'prefix' | 'level' | 'country' | 'currency'> {
  name: string;
  theme: CardTheme;
}

/** The cards on a page, with one object per programme: what its cards share is sent to the browser once. */
export function shownCards(cards: Card[], programmes: Parameters<typeof cardThemesOf>[0]): ShownCard[] {
  const themes = cardThemesOf(programmes, cards);
  const shown = new Map<string, ShownProgramme>();
  return cards.map(({ id, programme, prefix, level, country, currency, ...card }) => {
    let facts = shown.get(programme.id);
    if (!facts) {
      facts = { name: programme.name, prefix, level, country, currency, theme: cardThemeOf(themes, programme.id) };
      shown.set(programme.id, facts);
    }
    return { id, ...card, programme: facts };
  });
}
