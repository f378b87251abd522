import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { Model, type ModelCard, type ModelPreorder } from '../preorders/model.ts';

export const RETURN_WINDOW_MS = 15 * DAY_MS + HOUR_MS;
export const GUARANTEE_HOURS = 24;
export const GIFT_MS = 90 * DAY_MS;
/** Deposits below wait until the buyer has sent so much. */
const MINIMUM_CENTS = 500;

export interface Terms {
  commission_bp: number;
  returns_borne_by: 'seller' | 'shop';
  reserve_bp: number;
  reserve_days: number;
}

export interface Seller extends Terms {
  id: string;
  pending: number;
  available: number;
  reserved: number;
  paying: number;
  paid: number;
}

export interface Card extends ModelCard {
  /** Place of its seller; null for the shop's own. */
  seller: number | null;
}

interface Share {
  seller: Seller;
  cents: number;
  commission: number;
  state: 'pending' | 'available' | 'reversed';
  due: number;
  /** Of its cents, while they are held back. */
  reserve: number;
  reserve_due: number;
}

export interface Order {
  id: string;
  number: number;
  buyer: number;
  at: number;
  total: number;
  /** For cards that came back, and by hand. */
  back: number;
  hand: number;
}

export interface Line {
  card: Card;
  order: Order;
  price: number;
  state: 'delivered' | 'revealed' | 'returned' | 'refunded';
  share: Share | null;
  guarantee_ends: number;
  claim: { id: string; state: 'open' | 'refused' | 'goodwill' } | null;
  gift: { id: string; token: string; expires: number; state: 'open' | 'opened' | 'withdrawn' } | null;
}

export interface Deposit {
  id: string;
  buyer: number;
  cents: number;
  block: number;
  seen: number;
  /** Null while it waits for more. */
  credited: number | null;
}

export interface Payout {
  id: string;
  seller: Seller;
  cents: number;
  state: 'approved' | 'paid' | 'failed' | 'reversed';
}

/** An unspent top-up of an account that closes, on its way back. */
export interface WayBack {
  id: string;
  buyer: number;
  cents: number;
  deposit: Deposit;
  state: 'asked' | 'approved' | 'paid' | 'rejected' | 'failed' | 'reversed';
}

/** What the shop's own accounts hold beyond what they held at first: credits less debits. */
const HOUSE = ['sales', 'commission', 'adjustments', 'bad_debts', 'crypto_eth'] as const;

/** What a shop promises about money, in so few lines that they can be read. Built on the model of pre-orders. */
export class ShopModel extends Model {
  declare cards: Card[];
  declare available: (highest?: number) => Card[];
  debts: number[];
  sellers: Seller[];
  orders: Order[] = [];
  lines: Line[] = [];
  deposits: Deposit[] = [];
  payouts: Payout[] = [];
  waysBack: WayBack[] = [];
  house = Object.fromEntries(HOUSE.map((kind) => [kind, 0])) as Record<(typeof HOUSE)[number], number>;

  constructor(buyers: number, sellers: Seller[], now: number) {
    super([], Array(buyers).fill(0), now);
    this.debts = Array(buyers).fill(0);
    this.sellers = sellers;
  }

  /** Money that reaches a balance settles first what its owner owes. */
  credit(buyer: number, cents: number): void {
    this.balances[buyer]! += cents;
    this.settle(buyer);
  }

  settle(buyer: number): void {
    const paid = Math.min(this.debts[buyer]!, this.balances[buyer]!);
    this.balances[buyer]! -= paid;
    this.debts[buyer]! -= paid;
    if (this.debts[buyer] === 0) this.blocked.delete(buyer);
  }

  override end(each: ModelPreorder, state: 'cancelled' | 'expired'): void {
    super.end(each, state);
    this.settle(each.buyer);
  }

  /** Another buyer, beside those who buy. Returns their place. */
  join(): number {
    this.balances.push(0);
    return this.debts.push(0) - 1;
  }

  /** What is set aside of a buyer's top-ups until it is sent back. */
  returning = (buyer: number) =>
    this.waysBack
      .filter((each) => each.buyer === buyer && (each.state === 'asked' || each.state === 'approved'))
      .reduce((sum, { cents }) => sum + cents, 0);

  askBack(way: Omit<WayBack, 'state'>): void {
    this.balances[way.buyer]! -= way.cents;
    this.waysBack.push({ ...way, state: 'asked' });
  }

  /** Nothing goes back of a top-up that the chain lost, nor to somebody who owes. */
  mayGoBack = ({ deposit, buyer }: WayBack) => this.deposits.includes(deposit) && this.debts[buyer] === 0;

  sendBack(way: WayBack): void {
    way.state = 'paid';
    this.house.crypto_eth += way.cents;
  }

  /** It wasn't sent, or came back. */
  undoWayBack(way: WayBack, state: 'rejected' | 'failed' | 'reversed'): void {
    way.state = state;
    if (state === 'reversed') this.house.crypto_eth -= way.cents;
    this.credit(way.buyer, way.cents);
  }

  /** An order from a balance. */
  buy(order: Omit<Order, 'total' | 'back' | 'hand'>, cards: readonly Card[]): void {
    this.balances[order.buyer]! -= cards.reduce((sum, { price }) => sum + price, 0);
    this.sell(order, cards);
  }

  /** An order that was paid, also by a pre-order: its price is the shop's, less what a seller gets of each card. */
  sell(order: Omit<Order, 'total' | 'back' | 'hand'>, cards: readonly Card[]): void {
    const total = cards.reduce((sum, { price }) => sum + price, 0);
    const sold: Order = { ...order, total, back: 0, hand: 0 };
    this.orders.push(sold);
    this.house.sales += total;
    for (const card of cards) {
      Object.assign(card, { state: 'sold', order: { buyer: order.buyer, id: order.id, at: order.at } });
      const line: Line = {
        card,
        order: sold,
        price: card.price,
        state: 'delivered',
        share: card.seller === null ? null : this.#share(this.sellers[card.seller]!, card.price, order.at),
        guarantee_ends: 0,
        claim: null,
        gift: null,
      };
      this.lines.push(line);
    }
  }

  #share(seller: Seller, price: number, at: number): Share {
    const commission = Math.round((price * seller.commission_bp) / 10_000);
    const cents = price - commission;
    this.house.sales -= price;
    this.house.commission += commission;
    seller.pending += cents;
    const due = at + RETURN_WINDOW_MS + GUARANTEE_HOURS * HOUR_MS;
    return { seller, cents, commission, state: 'pending', due, reserve: 0, reserve_due: 0 };
  }

  reveal(line: Line): void {
    if (line.state !== 'delivered') return;
    line.state = 'revealed';
    line.guarantee_ends = this.now + GUARANTEE_HOURS * HOUR_MS;
    if (line.share?.state === 'pending') line.share.due = line.guarantee_ends;
  }

  /** What an order can still pay back. */
  rest = ({ total, back, hand }: Order) => Math.max(0, total - back - hand);

  /** A card came back, or its claim was granted: its buyer gets the price, less what was paid back by hand before. */
  giveBack(line: Line, as: 'returned' | 'refunded'): void {
    const { order, price, card } = line;
    const set_off = Math.max(0, price - this.rest(order));
    line.state = as;
    order.back += price;
    this.house.sales -= price;
    this.house.adjustments += set_off;
    this.#reverse(line);
    this.credit(order.buyer, price - set_off);
    card.order = undefined;
    if (as === 'returned') this.arrive([card], order.buyer);
    else this.cards = this.cards.filter((each) => each !== card);
  }

  #reverse({ share }: Line): void {
    if (!share) return;
    const { seller, cents, commission, reserve } = share;
    const borne = seller.returns_borne_by === 'seller';
    seller[share.state === 'pending' ? 'pending' : 'available'] -= cents - reserve;
    seller.reserved -= reserve;
    if (borne) seller.available -= commission;
    else this.house.commission -= commission;
    this.house.sales += cents + commission;
    share.state = 'reversed';
  }

  /** What is due goes to the sellers; what a buyer claims waits. */
  release(): void {
    const waiting = this.lines.filter(({ share, claim }) => share && claim?.state !== 'open');
    for (const { share } of waiting as (Line & { share: Share })[]) {
      if (share.state !== 'pending' || share.due > this.now) continue;
      share.state = 'available';
      share.reserve = Math.floor((share.cents * share.seller.reserve_bp) / 10_000);
      share.reserve_due = this.now + share.seller.reserve_days * DAY_MS;
      share.seller.pending -= share.cents;
      share.seller.available += share.cents - share.reserve;
      share.seller.reserved += share.reserve;
    }
    for (const { share } of waiting as (Line & { share: Share })[]) {
      if (share.state !== 'available' || share.reserve === 0 || share.reserve_due > this.now) continue;
      share.seller.reserved -= share.reserve;
      share.seller.available += share.reserve;
      share.reserve = 0;
    }
  }

  /** The shop looks at the chain: what is enough together is credited. */
  look(): void {
    for (const deposit of this.deposits) {
      const others = this.deposits.filter(
        ({ buyer, credited }) => buyer === deposit.buyer && (credited === null || credited >= deposit.seen),
      );
      const together = others.reduce((sum, { cents }) => sum + cents, 0);
      if (deposit.credited === null && together >= MINIMUM_CENTS) this.creditDeposit(deposit);
    }
  }

  creditDeposit(deposit: Deposit): void {
    deposit.credited = this.now;
    this.house.crypto_eth -= deposit.cents;
    this.credit(deposit.buyer, deposit.cents);
  }

  /** The chain loses its blocks from one on: what was credited is taken back, and owed where it was spent. */
  loseBlocks(from: number): void {
    for (const { buyer, cents, credited } of this.deposits.filter(({ block }) => block >= from)) {
      if (credited === null) continue;
      const taken = Math.min(cents, this.balances[buyer]!);
      this.balances[buyer]! -= taken;
      this.debts[buyer]! += cents - taken;
      this.house.crypto_eth += cents;
      if (this.debts[buyer]! > 0) this.blocked.add(buyer);
    }
    this.deposits = this.deposits.filter(({ block }) => block < from);
  }
}
