import type { Input } from '#contracts/call.ts';
import type { cutLink as contract, LinkKind } from '#contracts/identity/linked-accounts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { refuseOwnGroup } from './refuse-own-group.ts';

/** Cuts one account's link, or unties everybody who shares its sign, and finds the groups that remain. */
export async function cutLink(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason, everybody = false } }: Input<typeof contract>,
): Promise<undefined> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    await sql`select lock_links()`;
    const [link] = await sql<{ user_id: string; kind: LinkKind; key: Buffer; cut: boolean }[]>`
      select l.user_id, l.kind, l.key, l.cut_at is not null or exists (
        select from shared_keys s where s.kind = l.kind and s.key = l.key) as cut
      from account_links l where l.id = ${id}`;
    if (!link) throw new AppError('not_found', message('linked.not_found'));
    const { user_id, kind, key } = link;
    await refuseOwnGroup(sql, actor, user_id);
    if (link.cut) throw new AppError('conflict', message('linked.cut_already'));
    const shared = await sql<{ user_id: string }[]>`
      select user_id from account_links where kind = ${kind} and key = ${key} order by user_id`;
    if (everybody) {
      await sql`
        insert into shared_keys (kind, key, marked_at, marked_by, reason)
        values (${kind}, ${key}, ${now}, ${actor.user.id}, ${reason})`;
      await sql`update account_links set ties = false where kind = ${kind} and key = ${key}`;
    } else {
      await sql`
        update account_links set cut_at = ${now}, cut_by = ${actor.user.id}, cut_reason = ${reason} where id = ${id}`;
    }
    await sql`select regroup_accounts(${shared.map((one) => one.user_id)}::uuid[], ${now})`;
    const details = { link_id: id, kind, everybody, accounts: shared.length, reason };
    await appendAudit(sql, { ...by(actor), action: 'linked.cut', subject: user_id, details });
  });
}
