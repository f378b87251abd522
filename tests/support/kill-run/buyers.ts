import * as auth from '#contracts/identity/auth.ts';
import * as cart from '#contracts/shop/cart.ts';
import * as orders from '#contracts/shop/orders.ts';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import type { Answer, Question } from './ask.ts';
import { callerOf, goneOf, type Owned } from './caller.ts';
import type { Buyer } from './history.ts';
import type { Field } from './market.ts';

/** More would meet the limit of 30 reveals a minute once all of them are read again. */
const REVEALS = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** One buyer at work: buys, returns, reveals, fills the cart, and registers others, one after the other. */
export async function shopAlong(field: Field, buyer: Buyer, random: Random): Promise<void> {
  const { history, market } = field;
  const { newKey, send, unexpected, bought, refused, giveBack } = callerOf(field, buyer);
  const owned: Owned[] = [];
  let reveals = 0;
  history.carts.set(buyer.id, new Set());

  async function checkOut(body: { ids?: string[] }): Promise<void> {
    const question = { path: orders.placeOrder.path, key: newKey(), body };
    const answer = await send(question);
    const inCart = history.carts.get(buyer.id)!;
    if (answer.status === 422) {
      const gone = goneOf(answer);
      if (gone.length === 0 && !answer.body.errors?.balance) unexpected('checkout', answer);
      refused(gone);
      await takeOut(gone.filter((card) => inCart.has(card)));
      return;
    }
    if (answer.status !== 201) return unexpected('checkout', answer);
    const order = answer.body.data as orders.Order;
    for (const card of order.cards) inCart.delete(card.id);
    owned.push(...bought(order));
    if (random(8) === 0) await replay(question, order.id);
  }

  async function replay(question: Question, order_id: string): Promise<void> {
    const answer = await send(question);
    history.replays++;
    if (answer.status !== 201 || answer.body.data.id !== order_id) unexpected(`replay of ${order_id}`, answer);
  }

  async function fillCart(ids: string[]): Promise<void> {
    keepCart(await send({ path: cart.addToCart.path, body: { ids } }));
  }

  async function takeOut(ids: string[]): Promise<void> {
    if (ids.length > 0) keepCart(await send({ method: 'DELETE', path: `${cart.removeFromCart.path}?ids=${ids}` }));
  }

  function keepCart(answer: Answer): void {
    if (answer.status === 422) return;
    if (answer.status === 200) {
      history.carts.set(buyer.id, new Set((answer.body.data as cart.CartItem[]).map(({ id }) => id)));
      history.cartWrites++;
    } else unexpected('cart', answer);
  }

  async function reveal({ order_id, card_id }: Owned): Promise<void> {
    const path = `/api/invoices/${order_id}/cards/${card_id}/reveal`;
    const answer = await send({ path, body: { consent: true } });
    if (answer.status !== 200) return unexpected('reveal', answer);
    history.reveals.push({ buyer, order_id, card_id, secret: JSON.stringify(answer.body.data) });
  }

  async function register(): Promise<void> {
    const username = Array.from({ length: 16 }, () => LETTERS[random(LETTERS.length)]).join('');
    const email = `${username}@example.com`;
    const body = { username, email, password: 'a-quiet-harbour-9', terms: true };
    const answer = await send({ path: auth.register.path, token: undefined, body });
    // Without a key: a second attempt is refused when the first one, whose answer was lost, made the account.
    const madeBefore = answer.status === 422 && answer.tries > 1 && answer.body.errors?.username;
    if (answer.status !== 201 && !madeBefore) return unexpected('registration', answer);
    history.registrations.push({ username, email });
  }

  /** Takes a card that the buyer owns, so that no later choice uses it. */
  const pick = () => owned.splice(random(owned.length), 1)[0]!;
  const draw = (count: number) => [
    ...new Set(Array.from({ length: count }, () => market.draw(random)).filter((card) => card !== undefined)),
  ];

  while (!field.stopping) {
    const choice = random(20);
    const ids = draw(1 + random(2));
    if (choice === 0) await register();
    else if (choice === 1 && owned.length > 0 && reveals++ < REVEALS) await reveal(pick());
    else if ((choice < 10 || ids.length === 0) && owned.length > 0) await giveBack(pick());
    else if (choice < 14) {
      await fillCart(ids);
      if (history.carts.get(buyer.id)!.size > 0) await checkOut({});
    } else if (ids.length > 0) await checkOut({ ids });
    // Every card is another buyer's: let them answer.
    else await new Promise(setImmediate);
  }
}
