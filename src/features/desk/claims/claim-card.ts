import type { Input, Reply } from '#contracts/call.ts';
import type { claimCard as contract } from '#contracts/desk/claims.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { translate } from '#i18n/translate.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { overStoredLimit, topUpRoom } from '../../coins/deposits/credit/top-up-limits.ts';
import { type Actor, by, type Ctx, localeOf, type VaultCtx } from '../../ctx.ts';
import { takeAttempt } from '../../identity/sessions/throttle/throttle.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { readCardFacts } from '../../shop/orders/guarantee/read-card-facts.ts';
import { askCard } from '../../supply/issuers/cards/ask-card.ts';
import { judgeClaim } from './decide/judge-claim.ts';
import { queueClaim } from './decide/queue-claim.ts';
import { findLine } from './line/lock-line.ts';
import { readAnswers, type StoredAnswer } from './line/read-answers.ts';
import { refuseErased } from './line/refuse-erased.ts';
import { refuseUnclaimable } from './line/refuse-unclaimable.ts';

/** An answer to a question of this claim, or of a check a moment ago. */
const FRESH_MS = MINUTE_MS;

/**
 * Asks the issuer before the claim is made, because no transaction may wait for it. Without an answer the claim waits:
 * a job asks again.
 */
export async function askBeforeClaim(ctx: VaultCtx, actor: Actor, { params }: Input<typeof contract>): Promise<void> {
  const now = ctx.clock.now();
  const { id: order_id, card_id } = params;
  const line = await findLine(ctx.sql, now, { order_id, card_id, user_id: actor.user.id });
  // The first answer is given again without a question.
  if (line.claim_id) return;
  refuseUnclaimable(line, now);
  if (!line.has_adapter) return;
  if ((await takeAttempt(ctx, { key: `claim:${card_id}`, hits: 1, window_seconds: 60 })) > 0) return;
  await askCard(ctx, { line_id: line.line_id, cause: 'claim', actor_id: actor.user.id });
}

/** Claims a card's guarantee, once: refunded at once if the issuer's answer covers it, else handed to a person, or waiting for an answer. */
export async function claimCard(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const { id: user_id } = actor.user;
  const { id: order_id, card_id } = params;
  return transaction(ctx.sql, async (sql) => {
    const line = await findLine(sql, now, { order_id, card_id, user_id, lock: true });
    refuseErased(line);
    refuseUnclaimable(line, now);
    const [{ claim_id }] = await sql<[{ claim_id: string }]>`
      insert into claims (line_id, reason, note, state, made_at)
      values (${line.line_id}, ${body.reason}, ${body.note}, 'waiting', ${now}) returning id as claim_id`;
    const details = { card_id, order_id, reason: body.reason };
    await appendAudit(sql, { ...by(actor), action: 'claim.made', subject: claim_id, details });
    const answer = await readFresh(sql, line.line_id, now);
    const judged = answer || !line.has_adapter;
    if (judged) await judgeClaim(ctx, sql, { claim_id, line, answer });
    else await queueClaim(sql, claim_id, now);
    await publishUserEvent(sql, user_id, 'order', { id: order_id });
    const over = overStoredLimit(await topUpRoom(sql, { user_id, now }));
    const { claim } = (await readCardFacts(sql, now, order_id)).get(card_id)!;
    return { data: claim!, over_limit: claim!.refund_cents > 0 && over ? translate(localeOf(actor), over) : null };
  });
}

async function readFresh(sql: Tx, line_id: string, now: Date): Promise<StoredAnswer | undefined> {
  const [newest] = await readAnswers(sql, line_id);
  return newest && now.getTime() - Date.parse(newest.asked_at) < FRESH_MS ? newest : undefined;
}
