import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';

export interface ModelCard {
  id: string;
  price: number;
  state: 'unconfirmed' | 'available' | 'paused' | 'sold';
  order?: { buyer: number; id: string; at: number } | undefined;
}

export interface ModelPreorder {
  id: string;
  buyer: number;
  quantity: number;
  highest: number;
  filled: number;
  spent: number;
  state: 'open' | 'part_filled' | 'filled' | 'cancelled' | 'expired';
  expires_on: string;
  queued_at: number;
  skipped_at: number | null;
  retry_at: number | null;
  owed: ModelCard[];
}

/** What pre-orders of one kind of card promise, in so few lines that they can be read: no money and no card is a detail here. */
export class Model {
  cards: ModelCard[];
  preorders: ModelPreorder[] = [];
  balances: number[];
  blocked = new Set<number>();
  now: number;

  constructor(cards: ModelCard[], balances: number[], now: number) {
    [this.cards, this.balances, this.now] = [cards, balances, now];
  }

  get today() {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  available = (highest = Number.POSITIVE_INFINITY) =>
    this.cards.filter(({ state, price }) => state === 'available' && price <= highest).toSorted(cheapest);

  open = () => this.preorders.filter(isOpen).toSorted((a, b) => a.queued_at - b.queued_at);

  reserved = (buyer: number) =>
    this.preorders
      .filter((each) => isOpen(each) && each.buyer === buyer)
      .reduce((sum, { quantity, filled, highest }) => sum + (quantity - filled) * highest, 0);

  /** Cards become available: the oldest that want them get them, the cheapest first, but not who just returned them. */
  arrive(cards: readonly ModelCard[], returner?: number): void {
    for (const card of cards.toSorted(cheapest)) {
      for (const each of this.preorders) each.owed = each.owed.filter((owed) => owed !== card);
      card.state = 'available';
      const next = this.open().find(
        (each) =>
          each.buyer !== returner &&
          each.retry_at === null &&
          each.highest >= card.price &&
          each.owed.length < each.quantity - each.filled,
      );
      if (!next) continue;
      card.state = 'paused';
      next.owed.push(card);
    }
  }

  end(each: ModelPreorder, state: 'cancelled' | 'expired'): void {
    this.balances[each.buyer]! += (each.quantity - each.filled) * each.highest;
    Object.assign(each, { state, retry_at: null });
  }

  /** One order for everything owed, or none and the reason why. */
  fill(each: ModelPreorder, order: string): boolean {
    const fit = each.owed.filter(({ price }) => price <= each.highest);
    if (!isOpen(each) || each.retry_at !== null || each.expires_on < this.today || fit.length === 0) return false;
    if (this.blocked.has(each.buyer)) {
      if (each.skipped_at !== null && each.skipped_at <= this.now - 7 * DAY_MS)
        [each.queued_at, each.skipped_at] = [this.now, this.now];
      each.skipped_at ??= this.now;
      each.retry_at = this.now + HOUR_MS;
      return true;
    }
    for (const card of fit) {
      Object.assign(card, { state: 'sold', order: { buyer: each.buyer, id: order, at: this.now } });
      this.balances[each.buyer]! += each.highest - card.price;
      each.spent += card.price;
      each.filled += 1;
    }
    each.owed = each.owed.filter((card) => !fit.includes(card));
    each.skipped_at = null;
    each.state = each.filled === each.quantity ? 'filled' : 'part_filled';
    return true;
  }

  /** The whole loop. */
  run(): void {
    for (const each of this.open()) if (each.expires_on < this.today) this.end(each, 'expired');
    for (const each of this.open()) {
      if (each.retry_at === null || each.retry_at > this.now) continue;
      each.retry_at = null;
      this.arrive(this.available(each.highest).slice(0, each.quantity - each.filled));
    }
    for (let progress = true; progress; ) {
      const lost = this.preorders.flatMap((each) =>
        each.owed.filter(({ price }) => !isOpen(each) || each.retry_at !== null || price > each.highest),
      );
      this.arrive(lost);
      progress = false;
      for (const each of this.open()) if (this.fill(each, '')) progress = true;
    }
  }
}

export const isOpen = ({ state }: ModelPreorder) => state === 'open' || state === 'part_filled';
const cheapest = (a: ModelCard, b: ModelCard) => a.price - b.price || (a.id < b.id ? -1 : 1);
