export interface Breach {
  rule: string;
  detail: string;
}

export interface Buyer {
  id: string;
  token: string;
}

interface ToldOrder {
  id: string;
  buyer: Buyer;
  total_cents: number;
  cards: { id: string; price_cents: number }[];
}

interface ToldCard {
  buyer: Buyer;
  order_id: string;
  card_id: string;
}

/** What the shop acknowledged to its callers: the measure of what must still be there after the kills. */
export class History {
  /** The data directory of the shop. */
  readonly dir: string;
  /** What each buyer had before the first order. */
  readonly opening_cents = new Map<string, number>();
  readonly orders: ToldOrder[] = [];
  readonly returns: (ToldCard & { price_cents: number })[] = [];
  readonly reveals: (ToldCard & { secret: string })[] = [];
  readonly registrations: { username: string; email: string }[] = [];
  readonly topUps: { user_id: string; payment_id: string; cents: number }[] = [];
  readonly preorders = new Map<string, 'placed' | 'cancelled'>();
  readonly carts = new Map<string, Set<string>>();
  /** How many cards of each programme and face value are in the carts of those who add by value. */
  readonly valueCarts = new Map<string, ReadonlyMap<string, number>>();
  /** Cards that somebody was refused because they were sold. */
  readonly refusedAsSold = new Set<string>();
  /** Answers that no caller should have had. */
  readonly wrong: Breach[] = [];
  cartWrites = 0;
  valueAdds = 0;
  /** Orders that filled a pre-order. */
  fills = 0;
  /** Requests that were sent more than once because their outcome was unknown. */
  retried = 0;
  /** Requests sent again after their answer, which must be the same. */
  replays = 0;

  constructor(dir: string) {
    this.dir = dir;
  }

  get effects(): number {
    const lists = [this.orders, this.returns, this.reveals, this.registrations, this.topUps];
    return lists.reduce((sum, { length }) => sum + length, this.cartWrites + this.valueAdds);
  }

  counts() {
    return {
      orders: this.orders.length,
      returns: this.returns.length,
      reveals: this.reveals.length,
      registrations: this.registrations.length,
      top_ups: this.topUps.length,
      preorders: this.preorders.size,
      fills: this.fills,
      cart_writes: this.cartWrites,
      value_adds: this.valueAdds,
      retried: this.retried,
      replays: this.replays,
    };
  }

  /** What each buyer must have now. */
  balances(): { user_id: string; cents: number }[] {
    const cents = new Map(this.opening_cents);
    const add = (user_id: string, change: number) => cents.set(user_id, (cents.get(user_id) ?? 0) + change);
    for (const { buyer, total_cents } of this.orders) add(buyer.id, -total_cents);
    for (const { buyer, price_cents } of this.returns) add(buyer.id, price_cents);
    for (const { user_id, cents } of this.topUps) add(user_id, cents);
    return [...cents].map(([user_id, cents]) => ({ user_id, cents }));
  }
}
