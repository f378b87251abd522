import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import type { History } from './history.ts';

/** The cards that the buyers are after. */
export class Market {
  readonly #cards: Set<string>;
  /** Drawn by one buyer, to be drawn by a second one too. */
  #wanted: string[] = [];

  constructor(cards: readonly string[]) {
    this.#cards = new Set(cards);
  }

  /** A card that is on sale as far as the buyers know; every other one is wanted by two of them. */
  draw(random: Random): string | undefined {
    const second = random(2) === 0 ? this.#wanted.shift() : undefined;
    if (second) return second;
    const cards = [...this.#cards];
    const card = cards[random(Math.max(1, cards.length))];
    if (card && random(2) === 0) this.#wanted.push(card);
    return card;
  }

  sold(cards: readonly string[]): void {
    for (const card of cards) this.#cards.delete(card);
  }

  returned(card: string): void {
    this.#cards.add(card);
  }
}

/** What all callers of a shop share. */
export interface Field {
  url: () => string;
  history: History;
  market: Market;
  /** Set: finish what is under way, then stop. */
  stopping: boolean;
}
