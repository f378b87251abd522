import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { claimCard } from '#contracts/desk/claims.ts';
import { makeGift, openGift, withdrawGift } from '#contracts/shop/gifts.ts';
import { placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import type { Card, Line, ShopModel } from '../shop-model.ts';
import { GIFT_MS, RETURN_WINDOW_MS } from '../shop-model.ts';
import type { Run } from '../world.ts';
import { pick, pickFitting, Step } from './step.ts';

const place = ({ shop, buyers }: Run, buyer: number, cards: readonly Card[], key: string = randomUUID()) =>
  shop.as(buyers[buyer]!)(placeOrder, { body: { ids: cards.map(({ id }) => id) }, idempotencyKey: key });

/** What the shop says to an order of these cards. */
function expectedOf(model: ShopModel, buyer: number, cards: readonly Card[]): number {
  if (model.blocked.has(buyer)) return 403;
  return cards.reduce((sum, { price }) => sum + price, 0) > model.balances[buyer]! ? 422 : 201;
}

export const buy = ({ buyer, count, at, twice }: { buyer: number; count: number; at: number; twice: boolean }) =>
  new Step('buy', `${buyer} ${count} at ${at}${twice ? ' twice' : ''}`, async (model, real) => {
    const on_sale = model.available();
    const cards = [...new Set(Array.from({ length: count }, (_each, n) => pick(on_sale, at + n * 7)!))].filter(Boolean);
    if (cards.length === 0) return;
    const expected = expectedOf(model, buyer, cards);
    const key = randomUUID();
    const answers = await Promise.all([
      place(real, buyer, cards, key),
      ...(twice ? [place(real, buyer, cards, key)] : []),
    ]);
    // Whoever asks again while the first is under way is told so.
    expect(answers.filter(({ status }) => status !== 409).map(({ status }) => status)).toContain(expected);
    const ordered = answers.find(({ status }) => status === 201);
    if (!ordered) return expected;
    const { id, number } = ordered.body.data;
    model.buy({ id, number, buyer, at: model.now }, cards);
    return 201;
  });

/** Two buyers want the same card at once. */
export const race = (at: number) =>
  new Step('race', `at ${at}`, async (model, real) => {
    const card = pick(model.available(), at);
    if (!card) return;
    const expected = [0, 1].map((buyer) => expectedOf(model, buyer, [card]));
    const answers = await Promise.all([0, 1].map((buyer) => place(real, buyer, [card])));
    const won = answers.findIndex(({ status }) => status === 201);
    expect(won >= 0).toBe(expected.includes(201));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    if (won < 0) return expected[0];
    const { id, number } = answers[won]!.body.data;
    model.buy({ id, number, buyer: won, at: model.now }, [card]);
    return 201;
  });

const of = (line: Line) => ({ id: line.order.id, card_id: line.card.id });
const inState = (model: ShopModel, ...states: Line['state'][]) =>
  model.lines.filter(({ state }) => states.includes(state));

const askBack = ({ shop, buyers }: Run, line: Line) =>
  shop.as(buyers[line.order.buyer]!)(returnCard, { params: of(line), idempotencyKey: randomUUID() });

const askCode = ({ shop, buyers }: Run, line: Line) =>
  shop.as(buyers[line.order.buyer]!)(revealCard, { params: of(line), body: { consent: true } });

const mayReturn = (model: ShopModel, { state, order }: Line) =>
  state === 'delivered' && model.now < order.at + RETURN_WINDOW_MS && model.rest(order) > 0;

export const giveBack = (at: number) =>
  new Step('return', `${at}`, async (model, real) => {
    const line = pickFitting(model.lines, at, (each) => mayReturn(model, each));
    if (!line) return;
    const expected = mayReturn(model, line) ? 200 : 409;
    expect((await askBack(real, line)).status).toBe(expected);
    if (expected === 200) model.giveBack(line, 'returned');
    return expected;
  });

export const reveal = (at: number) =>
  new Step('reveal', `${at}`, async (model, real) => {
    const line = pick(inState(model, 'delivered'), at);
    if (!line) return;
    const { status } = await askCode(real, line);
    expect(status).toBe(200);
    model.reveal(line);
    return status;
  });

/** The code and the money are asked for at once: one of them is given, whichever comes first. */
export const returnAgainstReveal = (at: number) =>
  new Step('return against reveal', `${at}`, async (model, real) => {
    const line = pick(
      inState(model, 'delivered').filter((each) => mayReturn(model, each)),
      at,
    );
    if (!line) return;
    const [back, code] = await Promise.all([askBack(real, line), askCode(real, line)]);
    expect([back.status, code.status]).toEqual(back.status === 200 ? [200, 409] : [409, 200]);
    if (back.status === 200) model.giveBack(line, 'returned');
    else model.reveal(line);
    return 200;
  });

export const claim = (at: number) =>
  new Step('claim', `${at}`, async (model, { shop, buyers }) => {
    const mayClaim = (each: Line) => !each.claim && each.guarantee_ends > model.now;
    const line = pickFitting(inState(model, 'revealed'), at, mayClaim);
    if (!line) return;
    const expected = mayClaim(line) ? 201 : 409;
    const body = { reason: 'spent' as const, note: '' };
    const answer = await shop.as(buyers[line.order.buyer]!)(claimCard, {
      params: of(line),
      body,
      idempotencyKey: randomUUID(),
    });
    expect(answer.status).toBe(expected);
    if (expected === 201) {
      const [made] = await shop.sql<{ id: string }[]>`
        select c.id from claims c join order_lines l on l.id = c.line_id
        where l.card_id = ${line.card.id} and l.order_id = ${line.order.id}`;
      line.claim = { id: made!.id, state: 'open' };
    }
    return expected;
  });

export const give = (at: number) =>
  new Step('gift', `${at}`, async (model, { shop, buyers }) => {
    const line = pick(inState(model, 'delivered'), at);
    if (!line) return;
    const answer = await shop.as(buyers[line.order.buyer]!)(makeGift, {
      params: of(line),
      body: { consent: true, message: 'Enjoy' },
    });
    expect(answer.status).toBe(201);
    const { id, url } = answer.body.data;
    const token = new URL(url!).searchParams.get('token')!;
    line.gift = { id, token, expires: model.now + GIFT_MS, state: 'open' };
    model.reveal(line);
    return 201;
  });

export const endGift = (at: number, how: 'opened' | 'withdrawn') =>
  new Step(`gift ${how}`, `${at}`, async (model, { shop, buyers }) => {
    const line = pick(
      model.lines.filter(({ gift, state }) => gift?.state === 'open' && state === 'revealed'),
      at,
    );
    if (!line?.gift) return;
    const { id, token, expires } = line.gift;
    const answer =
      how === 'opened'
        ? await shop.as(null)(openGift, { body: { token } })
        : await shop.as(buyers[line.order.buyer]!)(withdrawGift, { params: { id } });
    // A link ends after 90 days; its buyer can still withdraw it.
    const expected = how === 'opened' && expires <= model.now ? 409 : 200;
    expect(answer.status).toBe(expected);
    if (expected === 200) line.gift.state = how;
    return expected;
  });
