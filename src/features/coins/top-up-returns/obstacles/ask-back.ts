import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { beginClosing } from '../../../customers/spending/account-closing.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notifyDashboard } from '../../../messages/notifications/notify-dashboard.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { bookAsked } from '../amounts/book-return.ts';
import { readUnspent, type Unspent } from '../amounts/read-unspent.ts';
import { findObstacles } from './find-obstacles.ts';

interface Asked {
  user_id: string;
  /** What was read; absent where nobody read an amount. */
  amount_cents?: number;
  reason?: string;
}

/**
 * Closes an account, whose balances the caller locked, and sets aside what is unspent of its top-ups, each to go back to where
 * it came from. From then on the account buys and adds nothing.
 */
export async function askBack(ctx: Ctx, sql: Tx, actor: Actor, asked: Asked): Promise<Unspent[]> {
  const { user_id, amount_cents, reason } = asked;
  const [obstacle] = await findObstacles(sql, user_id);
  if (obstacle) throw new AppError('conflict', message('closing.obstacle', { obstacle }));
  const parts = (await readUnspent(ctx, sql, { user_id })).filter((part) => part.obstacle === null);
  const total = sumOf(parts);
  if (amount_cents !== undefined && amount_cents !== total) {
    throw new AppError('conflict', message('closing.changed', { amount: { cents: total } }));
  }
  if (total === 0) throw new AppError('conflict', message('closing.nothing'));
  const created = { created_by: actor.user.id, created_at: ctx.clock.now() };
  await beginClosing(sql, { user_id, asked_by: created.created_by, asked_at: created.created_at });
  for (const { deposit_id, coin, address, amount_cents: cents } of parts) {
    const row = { user_id, deposit_id, coin, address: address!, amount_cents: cents, ...created };
    const [made] = await sql<[{ id: string; facts: string }]>`
      insert into top_up_returns ${sql(row)} returning id, sealed_facts(top_up_returns) as facts`;
    await sealRow(ctx.vault, sql, 'top_up_returns', made);
    const { id } = made;
    await bookAsked(sql, { id, user_id, coin, amount_cents: cents });
    const details = { return_id: id, deposit_id, coin, amount_cents: cents, reason: reason ?? null };
    await appendAudit(sql, { ...by(actor), action: 'top_up_return.asked', subject: user_id, details });
  }
  await publishUserEvent(sql, user_id, 'account');
  await queueMail(sql, 'top_up_return_asked', { user_id });
  await notifyDashboard(sql, ['payouts'], {
    type: 'info',
    title: message('top_up_return.new'),
    content: message('top_up_return.new_more', { amount: { cents: total } }),
    link: pagePath('/admin/top-up-returns'),
  });
  return parts;
}

export const sumOf = (parts: readonly Pick<Unspent, 'amount_cents'>[]): number =>
  parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
