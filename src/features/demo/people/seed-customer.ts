import { DAY_MS } from '#contracts/time-units.ts';
import type { Actor, Ctx, VaultCtx } from '../../ctx.ts';
import { claimCard } from '../../desk/claims/claim-card.ts';
import { answerTicket } from '../../desk/desk/answer-ticket.ts';
import { createTicket } from '../../desk/support/create-ticket.ts';
import { getActorByUsername } from '../../identity/sessions/get-actor-by-username.ts';
import { makeGift } from '../../shop/gifts/make-gift.ts';
import { placeOrder } from '../../shop/orders/place-order.ts';
import { revealCard } from '../../shop/orders/reveal-card.ts';
import { fillPreorders } from '../../shop/preorders/fill/fill-preorders.ts';
import { placePreorder } from '../../shop/preorders/place-preorder.ts';

interface Setting {
  support: Actor;
  /** The programme whose cards are bought, and their face value. */
  programme_id: string;
  face_cents: number;
  /** Has one more card approved, at 85 % of its face value; nothing if it was before. */
  arrive: () => Promise<void>;
}

const LASTS_MS = 60 * DAY_MS;

/**
 * Has the demo account `regular` buy, give away, claim, ask and pre-order by the verbs that buyers use, within the 25 dollars
 * of a device that isn't trusted. What exists is left alone; an interrupted start resumes with what is missing.
 */
export async function seedCustomer(ctx: VaultCtx, setting: Setting): Promise<void> {
  const actor = await getActorByUsername(ctx, 'regular');
  await seedOrder(ctx, actor, setting);
  await seedSolvedTicket(ctx, actor, setting.support);
  await seedPreorders(ctx, actor, setting);
}

/** Two cards: one given away, one claimed, whose ticket waits for staff. */
async function seedOrder(ctx: VaultCtx, actor: Actor, { programme_id, face_cents }: Setting): Promise<void> {
  const { sql } = ctx;
  const own = sql`order_lines l join orders o on o.id = l.order_id where o.user_id = ${actor.user.id}`;
  if ((await sql`select from ${own} limit 1`).length === 0) {
    const cards = await sql<{ id: string }[]>`
      select id from cards where programme_id = ${programme_id} and face_cents = ${face_cents} and state = 'available'
      order by price_cents, id limit 2`;
    const body = { ids: cards.map(({ id }) => id) };
    await placeOrder(ctx, actor, { params: undefined, query: undefined, body });
  }
  const lines = await sql<{ id: string; card_id: string; done: boolean }[]>`
    select o.id, l.card_id,
      exists (select from gifts where line_id = l.id) or exists (select from claims where line_id = l.id) as done
    from ${own} order by l.id limit 2`;
  const [given, claimed] = lines.map(({ id, card_id, done }) => ({ params: { id, card_id }, done }));
  const input = { query: undefined };
  if (given && !given.done) {
    const body = {
      consent: true as const,
      giver: 'Robin',
      message: 'Happy birthday! Get yourself something nice.',
      design: 'birthday' as const,
    };
    await makeGift(ctx, actor, { ...input, params: given.params, body });
  }
  if (claimed && !claimed.done) {
    const { params } = claimed;
    await revealCard(ctx, actor, { ...input, params, body: { consent: true } });
    const body = { reason: 'wrong_code' as const, note: 'The till says that it does not know this number.' };
    await claimCard(ctx, actor, { ...input, params, body });
  }
}

async function seedSolvedTicket(ctx: Ctx, actor: Actor, support: Actor): Promise<void> {
  const [asked] =
    await ctx.sql`select from tickets where user_id = ${actor.user.id} and reference_kind is null limit 1`;
  if (asked) return;
  const { data } = await createTicket(ctx, actor, {
    params: undefined,
    query: undefined,
    body: {
      category: 'account',
      subject: 'Can I change my e-mail address?',
      body: 'I would like to use another address. Where can I change it?',
      check: false,
      reference: null,
    },
  });
  const body = {
    body: 'Yes: open Account, then Profile, and enter the new address there.',
    settle: 'solved' as const,
    tags: [],
  };
  await answerTicket(ctx, support, { params: { id: data.id }, query: undefined, body });
}

/** One waits for a price that no card has, one gets the first of two cards. */
async function seedPreorders(ctx: Ctx, actor: Actor, { programme_id, face_cents, arrive }: Setting): Promise<void> {
  const placed = await ctx.sql<{ quantity: number }[]>`select quantity from preorders where user_id = ${actor.user.id}`;
  const expires_on = new Date(ctx.clock.now().getTime() + LASTS_MS).toISOString().slice(0, 10);
  for (const { quantity, percent } of [
    { quantity: 1, percent: 50 },
    { quantity: 2, percent: 88 },
  ]) {
    if (placed.some((preorder) => preorder.quantity === quantity)) continue;
    const highest_price_cents = (face_cents * percent) / 100;
    const body = { programme_id, face_cents, quantity, highest_price_cents, notify_only: false, expires_on };
    await placePreorder(ctx, actor, { params: undefined, query: undefined, body });
  }
  await arrive();
  await fillPreorders(ctx);
}
