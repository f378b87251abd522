import type { Card } from '#contracts/shop/cards.ts';
import { type CardTheme, cardThemeOf } from '#web/ui/card/card-theme.ts';
import { cardThemesOf } from '#web/ui/card/card-themes.ts';
import { notUsableIn } from '#web/ui/card/not-usable-in.ts';

type Facts = Pick<Card, 'id' | 'face_cents' | 'price_cents' | 'discount_bp' | 'expires_on' | 'ends_soon'>;

export interface ShownCard extends Facts {
  programme: ShownProgramme;
}

interface ShownProgramme extends Pick<Card, 'prefix' | 'level' | 'country' | 'currency'> {
  name: string;
  /** The slug of its brand's page; undefined while the options don't know its programme. */
  brand: string | undefined;
  /** The buyer's country, if its cards can't be redeemed there. */
  not_in?: string | undefined;
  theme: CardTheme;
}

type Programmes = (Parameters<typeof cardThemesOf>[0][number] & { countries: string[]; brand: string })[];

/** The cards on a page, with one object per programme: what its cards share is sent to the browser once. */
export function shownCards(cards: Card[], programmes: Programmes, buyer?: string | null): ShownCard[] {
  const themes = cardThemesOf(programmes, cards);
  const shown = new Map<string, ShownProgramme>();
  return cards.map(({ id, programme, prefix, level, country, currency, ...card }) => {
    let facts = shown.get(programme.id);
    if (!facts) {
      const { countries = [], brand } = programmes.find(({ value }) => value === programme.id) ?? {};
      const not_in = countries.length ? notUsableIn(countries, buyer) : undefined;
      facts = {
        name: programme.name,
        brand,
        not_in,
        prefix,
        level,
        country,
        currency,
        theme: cardThemeOf(themes, programme.id),
      };
      shown.set(programme.id, facts);
    }
    return { id, ...card, programme: facts };
  });
}
