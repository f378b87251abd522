import * as cart from '#contracts/shop/cart.ts';
import * as orders from '#contracts/shop/orders.ts';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import type { Sql } from '#platform/db/client.ts';
import { callerOf, goneOf, type Owned } from './caller.ts';
import type { Buyer } from './history.ts';
import type { Field } from './market.ts';

/** Cards of one programme and face value. */
export interface Value {
  programme_id: string;
  face_cents: number;
}

const VALUES = 3;
/** More lines than this are bought before others are added. */
const MAX_LINES = 6;

/** The values that most of these cards have: the buyers of single cards are after them, too. */
export const commonValues = (books: Sql, cards: readonly string[]): Promise<Value[]> =>
  books<Value[]>`
    select programme_id, face_cents from cards where id = any(${[...cards]})
    group by 1, 2 order by count(*) desc, 1, 2 limit ${VALUES}`.then((rows) => [...rows]);

/** A value as the history writes it. */
export const nameOf = ({ programme_id, face_cents }: Value) => `${programme_id} ${face_cents}`;

type Line = Pick<cart.CartItem, 'programme' | 'face_cents'>;

const countOf = (lines: readonly Line[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { programme, face_cents } of lines) {
    const name = nameOf({ programme_id: programme.id, face_cents });
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** Adds to the cart by value, removes, checks out and gives back: whichever cards it gets, there are as many as it asked for. */
export async function buyValues(
  field: Field,
  buyer: Buyer,
  { values, random }: { values: readonly Value[]; random: Random },
): Promise<void> {
  const { history } = field;
  const { newKey, send, unexpected, bought, refused, giveBack } = callerOf(field, buyer);
  const owned: Owned[] = [];
  let told = new Map<string, number>();
  const keep = (counts: Map<string, number>) => {
    told = counts;
    history.valueCarts.set(buyer.id, counts);
  };
  const size = () => [...told.values()].reduce((sum, count) => sum + count, 0);
  keep(told);

  /** Compares lines with what was told, and notes where there are more or fewer. */
  function compare(what: string, lines: readonly Line[], expected: Map<string, number>): void {
    const there = countOf(lines);
    const names = new Set([...there.keys(), ...expected.keys()]);
    for (const name of names) {
      const [has, should] = [there.get(name) ?? 0, expected.get(name) ?? 0];
      if (has !== should) {
        const detail = `${what} of ${buyer.id}: ${has} cards of ${name} instead of ${should}`;
        history.wrong.push({ rule: 'value_lines_add_up', detail });
      }
    }
  }

  async function add(): Promise<void> {
    const value = values[random(values.length)]!;
    const quantity = 1 + random(3);
    const question = { path: cart.addByValue.path, key: newKey(), body: { ...value, quantity } };
    const answer = await send(question);
    // Too few are left on sale.
    if (answer.status === 422) return;
    if (answer.status !== 200) return unexpected('adding by value', answer);
    keep(new Map(told).set(nameOf(value), (told.get(nameOf(value)) ?? 0) + quantity));
    history.valueAdds++;
    compare('the cart', answer.body.data, told);
    if (random(4) > 0) return;
    const again = await send(question);
    history.replays++;
    if (again.status !== 200) return unexpected('replay of adding by value', again);
    compare('the cart told again', again.body.data, told);
  }

  async function read(): Promise<cart.CartItem[]> {
    const answer = await send({ method: 'GET', path: cart.getCart.path });
    if (answer.status === 200) return answer.body.data;
    unexpected('cart', answer);
    return [];
  }

  async function takeOut(lines: readonly cart.CartItem[]): Promise<void> {
    if (lines.length === 0) return;
    const ids = lines.map(({ id }) => id);
    const answer = await send({ method: 'DELETE', path: `${cart.removeFromCart.path}?ids=${ids}` });
    if (answer.status !== 200) return unexpected('removal of a value', answer);
    const left = new Map(told);
    for (const [name, count] of countOf(lines)) left.set(name, (left.get(name) ?? 0) - count);
    keep(left);
    compare('the cart after a removal', answer.body.data, told);
  }

  async function checkOut(): Promise<void> {
    const answer = await send({ path: orders.placeOrder.path, key: newKey(), body: {} });
    if (answer.status === 422) {
      const gone = goneOf(answer);
      if (gone.length === 0 && !answer.body.errors?.balance) unexpected('checkout of values', answer);
      refused(gone);
      if (gone.length > 0) await takeOut((await read()).filter(({ status }) => status !== 'available'));
      return;
    }
    if (answer.status !== 201) return unexpected('checkout of values', answer);
    const order = answer.body.data as orders.Order;
    compare(`order ${order.id}`, order.cards, told);
    keep(new Map());
    owned.push(...bought(order));
  }

  while (!field.stopping) {
    const choice = random(10);
    if (choice < 3 && owned.length > 0) await giveBack(owned.splice(random(owned.length), 1)[0]!);
    else if (choice === 3) await takeOut((await read()).slice(0, 1));
    else if (size() > 0 && (choice < 7 || size() > MAX_LINES)) await checkOut();
    else await add();
  }
}
