import { type ActionFunctionArgs, data, href, redirect } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import { checkCard, claimCard } from '#contracts/desk/claims.ts';
import { makeGift, makeGifts, withdrawGift } from '#contracts/shop/gifts.ts';
import { CLAIM_REASONS, returnCard, revealCard, revealOrder } from '#contracts/shop/orders.ts';
import { message } from '#i18n/message.ts';
import { readForm, refusedField } from '#web/forms/form-data.ts';
import { attempt, type Refusal, type Where } from '#web/server/api.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { drawCode } from './draw-code.ts';
import { TOGETHER } from './give-together.tsx';
import { refuseDay, wrappingOf } from './wrapping/wrapping-of.ts';

type Fields = Awaited<ReturnType<typeof readForm>>;
interface Place {
  where: Where;
  id: string;
  field: Fields;
}

const refusalOf = (card_id: string, refusal: Refusal, values?: Typed) =>
  data({ card_id, refusal, values }, { status: refusal.status });
const secretly = { headers: { 'cache-control': 'no-store' } };

/** What the forms of an order do: each by its intent, a reveal by default. */
export async function actOnOrder({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const place = { where: { context, url }, id: params.id ?? '', field };
  switch (field('intent')) {
    case 'return':
      return returnOne(place);
    case 'withdraw':
      return withdraw(place);
    case 'check':
      return check(place);
    case 'claim':
      return claim(place);
    default:
  }
  const all = field('intent') === 'reveal_all' || field('intent') === 'gifts';
  if (field('consent_now') !== 'on' || field('consent_final') !== 'on') {
    const missing = message(all ? 'order.consent_all_missing' : 'order.consent_missing');
    return refusalOf(field('card_id'), refusedField('consent', missing), typedGifts(field));
  }
  if (field('intent') === 'gifts') return giveTogether(place);
  if (all) return revealAll(place);
  return field('intent') === 'gift' ? give(place) : revealOne(place);
}

async function returnOne({ where, id, field }: Place) {
  const card_id = field('card_id');
  const idempotencyKey = `return:${id}:${card_id}`;
  const outcome = await attempt(where, returnCard, { params: { id, card_id }, idempotencyKey });
  if (!outcome.ok) return refusalOf(card_id, outcome.refusal);
  return data({ card_id, returned: true, over_limit: outcome.reply.over_limit });
}

async function check({ where, field }: Place) {
  const card_id = field('card_id');
  const outcome = await attempt(where, checkCard, { params: { id: card_id } });
  return outcome.ok ? data({ card_id }) : refusalOf(card_id, outcome.refusal);
}

async function claim({ where, id, field }: Place) {
  const card_id = field('card_id');
  const outcome = await attempt(where, claimCard, {
    params: { id, card_id },
    body: { reason: CLAIM_REASONS.find((one) => one === field('reason')) ?? 'other', note: field('note') },
    idempotencyKey: `claim:${id}:${card_id}`,
  });
  return outcome.ok ? data({ card_id, over_limit: outcome.reply.over_limit }) : refusalOf(card_id, outcome.refusal);
}

async function revealOne({ where, id, field }: Place) {
  const card_id = field('card_id');
  const preserve = { card_id, consent: 'on' };
  const outcome = await attempt({ ...where, preserve }, revealCard, {
    params: { id, card_id },
    body: { consent: true },
  });
  if (!outcome.ok) return refusalOf(card_id, outcome.refusal);
  return data({ card_id, secret: await withBarcode(outcome.reply.data) }, secretly);
}

async function revealAll({ where, id }: Place) {
  const preserve = { card_id: '', consent: 'on' };
  const outcome = await attempt({ ...where, preserve }, revealOrder, { params: { id }, body: { consent: true } });
  if (!outcome.ok) return refusalOf('', outcome.refusal);
  const shown = outcome.reply.data.map(async ({ card_id, ...secret }) => [card_id, await withBarcode(secret)]);
  return data({ card_id: '', secrets: Object.fromEntries(await Promise.all(shown)) }, secretly);
}

type Revealed = Reply<typeof revealCard>['data'];

const withBarcode = async ({ barcode, ...secret }: Revealed) => ({
  ...secret,
  barcode: await drawCode(barcode, secret.code),
});

/** What the forms that make gifts show again, after a refusal as after a confirmation. */
function typedGifts(field: Fields): Typed | undefined {
  const typed = {
    card_id: field('card_id'),
    giver: field('giver'),
    message: field('message'),
    design: field('design'),
    day: field('day'),
  };
  if (field('intent') === 'gift') return { ...typed, gift: 'on', email: field('email') };
  if (field('intent') !== 'gifts') return undefined;
  const cards = field.all('card');
  const emails = cards.map((card_id) => [`email-${card_id}`, field(`email-${card_id}`)]);
  return { ...typed, cards: cards.join(','), ...Object.fromEntries(emails) };
}

async function give({ where, id, field }: Place) {
  const card_id = field('card_id');
  const email = field('email').trim();
  const preserve = typedGifts(field);
  const noDay = refuseDay(where, field('day'));
  if (noDay) return refusalOf(card_id, noDay, preserve);
  const outcome = await attempt({ ...where, preserve }, makeGift, {
    params: { id, card_id },
    body: { consent: true, ...wrappingOf(where, field), ...(email && { email }) },
  });
  if (!outcome.ok) return refusalOf(card_id, outcome.refusal, preserve);
  return redirect(href('/gifts/:id', { id: outcome.reply.data.id }));
}

async function giveTogether({ where, id, field }: Place) {
  const chosen = field.all('card').map((card_id) => ({ card_id, email: field(`email-${card_id}`).trim() }));
  const cards = chosen.map(({ card_id, email }) => ({ card_id, ...(email && { email }) }));
  const preserve = typedGifts(field);
  const noDay = refuseDay(where, field('day'));
  if (noDay) return refusalOf(TOGETHER, noDay, preserve);
  const body = { consent: true as const, ...wrappingOf(where, field), cards };
  const outcome = await attempt({ ...where, preserve }, makeGifts, { params: { id }, body });
  return outcome.ok ? redirect(href('/orders/:id/gifts', { id })) : refusalOf(TOGETHER, outcome.refusal, preserve);
}

async function withdraw({ where, field }: Place) {
  const outcome = await attempt(where, withdrawGift, { params: { id: field('gift_id') } });
  return outcome.ok ? data({ card_id: field('card_id') }) : refusalOf(field('card_id'), outcome.refusal);
}
