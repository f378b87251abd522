import type { LinkKind } from '#contracts/identity/linked-accounts.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { notifyDashboard } from '../../messages/notifications/notify-dashboard.ts';

interface Sighting {
  user_id: string;
  kind: LinkKind;
  /** A digest, 32 bytes long. */
  key: Buffer;
}

/** A keyed hash that stands for an address, a network or an e-mail, so that none of them is stored. */
export const linkKey = ({ vault }: Pick<Ctx, 'vault'>, kind: LinkKind, text: string): Buffer =>
  vault.mac(`linked accounts: ${kind}`, text);

/**
 * Notes, in the caller's transaction, a sign by which accounts belong together (migration 0093), and joins their groups.
 * A new account that joins a group under suspicion waits for a person from then on, and its owner is told.
 */
export async function linkAccount(ctx: Pick<Ctx, 'clock'>, sql: Db, { user_id, kind, key }: Sighting): Promise<void> {
  const now = ctx.clock.now();
  const [{ waiting }] = await sql<[{ waiting: string[] }]>`
    select link_account(${user_id}, ${kind}, ${key}, ${now}) as waiting`;
  for (const id of waiting) await notifyWaiting(sql, id, now);
}

async function notifyWaiting(sql: Db, user_id: string, now: Date): Promise<void> {
  const [{ why, username }] = await sql<[{ why: string; username: string }]>`
    select w.why, u.username from account_waits w join users u on u.id = w.user_id where w.user_id = ${user_id}`;
  await appendAudit(sql, { actor_id: null, action: 'linked.waits', subject: user_id, details: { why }, at: now });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('linked.waits_title'),
    content: message('linked.waits'),
    link: pagePath('/support'),
  });
  await notifyDashboard(sql, ['support', 'approver'], {
    type: 'warning',
    title: message('linked.office_title'),
    content: message('linked.office_waits', { username }),
    link: pagePath('/admin/users/:id', { id: user_id }),
  });
}
