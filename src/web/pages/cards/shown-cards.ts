import type { Card } from '#contracts/cards.ts';
import { looksOf } from '#web/looks.ts';
import { type Look, lookOf } from '#web/ui/card-look.ts';

export interface ShownCard extends Pick<Card, 'id' | 'face_cents' | 'price_cents' | 'discount_bp' | 'expires_on'> {
  programme: ShownProgramme;
}

interface ShownProgramme extends Pick<Card, 'prefix' | 'level' | 'country' | 'currency'> {
  name: string;
  look: Look;
}

/** The cards of a page, with one object for each programme: what its cards share is sent to the browser once. */
export function shownCards(cards: Card[], programmes: Parameters<typeof looksOf>[0]): ShownCard[] {
  const looks = looksOf(programmes, cards);
  const shown = new Map<string, ShownProgramme>();
  return cards.map(({ id, programme, prefix, level, country, currency, ...card }) => {
    let facts = shown.get(programme.id);
    if (!facts) {
      facts = { name: programme.name, prefix, level, country, currency, look: lookOf(looks, programme.id) };
      shown.set(programme.id, facts);
    }
    return { id, ...card, programme: facts };
  });
}
