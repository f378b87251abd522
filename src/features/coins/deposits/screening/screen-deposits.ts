import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { notifyHeld } from '../notify-owner/notify-held.ts';
import { heldForReviewAlert, senderListedAlert } from './alert-kinds.ts';

interface Screened {
  id: string;
  payment_id: string;
  user_id: string;
  hold_reason: string | null;
  all_credited: boolean;
  hit: boolean;
  known: boolean;
  list_id: number;
}

/**
 * Screens senders, and where those are unknown everybody who may have sent, against the list in force. A hit puts uncredited
 * money on hold for review; on a credited deposit it only raises an alert: nothing is seized or sent back.
 */
export async function screenDeposits(ctx: Ctx, sql: Db, ids: readonly string[]): Promise<Set<string>> {
  const screened = await sql<Screened[]>`
    update deposits d set screened_at = ${ctx.clock.now()}, screened_list_id = l.id,
      screening = case
        when exists (select from sanctioned_keys k where k.key = any(d.senders || d.possible_senders)) then 'hit'
        when d.senders = '{}' then 'unknown'
        else 'clear' end
    from (select id from sanctions_lists order by id desc limit 1) l, deposits before
    where d.id = any(${ids as string[]}) and before.id = d.id
    returning d.id, d.payment_id, d.user_id, d.hold_reason, d.credited_units = d.amount_units as all_credited,
      d.screening = 'hit' as hit, before.screening = 'hit' as known, l.id as list_id`;
  const hits = screened.filter(({ hit }) => hit);
  for (const hit of hits) await holdForReview(ctx, sql, hit);
  return new Set(hits.map(({ id }) => id));
}

async function holdForReview(ctx: Ctx, sql: Db, { id, payment_id, list_id, ...hit }: Screened): Promise<void> {
  const details = { deposit_id: id, reason: 'review', list_id };
  const user_ids = [hit.user_id];
  if (hit.all_credited) {
    if (hit.known) return;
    ctx.log.error({ deposit: id }, 'the sender of a credited payment is on the sanctions list');
    await appendAudit(sql, { actor_id: null, action: 'payment.sender_listed', subject: payment_id, details });
    await raiseAlert(sql, ctx.clock.now(), {
      kind: senderListedAlert,
      subject: id,
      details: { payment_id },
      user_ids,
    });
    return;
  }
  if (hit.hold_reason === 'review' || hit.hold_reason === 'kept') return;
  await sql`
    update deposits set hold_reason = 'review', state = case when state = 'pending' then 'held' else state end
    where id = ${id}`;
  ctx.log.error({ deposit: id }, 'a payment from a listed address is held');
  await appendAudit(sql, { actor_id: null, action: 'payment.held', subject: payment_id, details });
  await raiseAlert(sql, ctx.clock.now(), {
    kind: heldForReviewAlert,
    subject: id,
    details: { payment_id },
    user_ids,
  });
  await notifyHeld(sql, { user_id: hit.user_id, payment_id });
}
