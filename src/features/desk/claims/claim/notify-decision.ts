import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import type { SoldLine } from '../line/lock-line.ts';

/** Tells the buyer what became of a claim, in the inbox and by mail, and has open pages read it again. */
export async function notifyDecision(
  sql: Tx,
  { claim_id, state, line }: { claim_id: string; state: 'open' | 'refunded' | 'goodwill' | 'refused'; line: SoldLine },
): Promise<void> {
  const { user_id, order_id, price_cents } = line;
  const paid = state === 'refunded' || state === 'goodwill';
  await notify(sql, user_id, {
    ...(paid && { kind: 'refunded' }),
    type: paid ? 'success' : 'info',
    title: message(`claim.told.${state}`),
    content: message(`claim.told.${state}_more`, { amount: { cents: price_cents } }),
    link: pagePath('/orders/:id', { id: order_id }),
  });
  await queueMail(sql, 'claim', { claim_id });
  await publishUserEvent(sql, user_id, 'order', { id: order_id });
}
