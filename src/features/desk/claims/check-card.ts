import type { Input, Reply } from '#contracts/call.ts';
import type { checkCard as contract } from '#contracts/desk/claims.ts';
import { DAY_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { throttle } from '../../identity/sessions/throttle/throttle.ts';
import { readCardFacts } from '../../shop/orders/guarantee/read-card-facts.ts';
import { askCard } from '../../supply/issuers/cards/ask-card.ts';
import { verdict } from './decide/verdict.ts';
import { readAnswers } from './line/read-answers.ts';

const FRESH_SECONDS = 60;
const QUESTIONS_A_DAY = 10;

interface Bought {
  line_id: string;
  order_id: string;
  live: boolean;
  currency: string;
  revealed_at: string | null;
  asked_at: string | null;
}

/**
 * What the issuer says about a card that the caller bought here. Nobody can ask about another one: a question takes the id
 * of a card, never its number.
 */
export async function checkCard(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id: card_id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [bought] = await sql<Bought[]>`
    select l.id as line_id, l.order_id, l.state in ('delivered', 'revealed') as live, p.currency, l.revealed_at,
      (select asked_at from issuer_answers where line_id = l.id order by line_id desc, id desc limit 1) as asked_at
    from orders o join order_lines l on l.order_id = o.id join cards c on c.id = l.card_id
    join programmes p on p.id = c.programme_id
    where o.user_id = ${actor.user.id} and l.card_id = ${card_id} order by l.id desc limit 1`;
  if (!bought) throw new AppError('not_found', message('check.not_bought'));
  if (!bought.live) throw new AppError('conflict', message('check.given_back'));
  const { line_id, order_id, currency, revealed_at, asked_at } = bought;
  const age = asked_at === null ? Number.POSITIVE_INFINITY : ctx.clock.now().getTime() - Date.parse(asked_at);
  if (age >= FRESH_SECONDS * 1000) await ask(ctx, actor, { card_id, line_id });
  const now = ctx.clock.now();
  const { guarantee, issuer, claim } = (await readCardFacts(sql, now, order_id)).get(card_id)!;
  if (!guarantee) throw new AppError('conflict', message('check.given_back'));
  const [answer, ...earlier] = await readAnswers(sql, line_id);
  const refunds = answer && revealed_at && verdict(answer, { revealed_at, earlier }) === 'refund';
  const unclaimed = refunds ? ('refund' as const) : ('person' as const);
  const running = claim ? ('claimed' as const) : unclaimed;
  const covers = { upcoming: 'unrevealed' as const, running, expired: 'over' as const }[guarantee.state];
  return { data: { ...issuer, card_id, order_id, currency, guarantee, covers } };
}

async function ask(
  ctx: VaultCtx,
  actor: Actor,
  { card_id, line_id }: { card_id: string; line_id: string },
): Promise<void> {
  const [{ has_adapter }] = await ctx.sql<[{ has_adapter: boolean }]>`
    select p.adapter_url is not null as has_adapter
    from cards c join programmes p on p.id = c.programme_id where c.id = ${card_id}`;
  if (!has_adapter) return;
  const limits = [
    { key: `check:${card_id}`, hits: 1, window_seconds: FRESH_SECONDS },
    { key: `check_day:${card_id}`, hits: QUESTIONS_A_DAY, window_seconds: DAY_S },
  ];
  await throttle(ctx, limits, 'id');
  await askCard(ctx, { line_id, cause: 'check', actor_id: actor.user.id });
}
