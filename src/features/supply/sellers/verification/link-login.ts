import type { Input, Reply } from '#contracts/call.ts';
import type { linkLogin as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, type VaultCtx } from '../../../ctx.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';

/** Says who signs in for a seller; the duty itself was given by two people. */
export async function linkLogin(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { username, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { state } = await lockSeller(sql, id);
    if (state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    const user_id = username === null ? null : await findLogin(sql, username, id);
    await sql`update sellers set user_id = ${user_id} where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'seller.login_changed', subject: id, details: { user_id, reason } });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}

async function findLogin(sql: Ctx['sql'], username: string, seller_id: string): Promise<string> {
  const [user] = await sql<{ id: string; taken: boolean }[]>`
    select u.id, exists (select from sellers where user_id = u.id and id <> ${seller_id}) as taken
    from users u where u.username = ${username} and u.role = 'admin' and 'seller' = any(u.duties)
      and u.disabled_at is null`;
  if (!user) throw invalidField('username', message('seller.no_login'));
  if (user.taken) throw invalidField('username', message('seller.login_taken'));
  return user.id;
}
