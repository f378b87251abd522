import { randomBytes } from 'node:crypto';
import type { Input } from '#contracts/call.ts';
import type { eraseAccount as contract } from '#contracts/identity/account.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { AccountData } from '../../feature.ts';
import { hashPassword } from '../factors/passwords/password.ts';
import { writeProfile } from '../sessions/profile/write-profile.ts';
import { changeUser } from '../sessions/seals/change-user.ts';
import { forgetSessions } from '../sessions/session/forget-sessions.ts';
import { lossOf } from './get-erase-loss.ts';

/**
 * Erases personal data in one transaction. Ledger, orders and audit log stay, under an account that nobody can sign in
 * to. Anything of value that would be lost must be given up explicitly.
 */
export const eraseAccountOf = (data: readonly AccountData[]) =>
  async function eraseAccount(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
    const { id, username, role } = actor.user;
    if (role === 'admin') throw new AppError('conflict', message('erase.admin'));
    if (body.username !== username) throw invalidField('username', message('erase.username_differs'));
    const password_hash = await hashPassword(randomBytes(32).toString('base64url'));
    const now = ctx.clock.now();
    await transaction(ctx.sql, async (sql) => {
      // The balances first, as everything locks them that moves money: it comes before the erasure or finds it done.
      await sql`
      select from ledger_balances
      where account_id in (select id from ledger_accounts where owner_id = ${id}) for update`;
      const [user] = await sql<
        { email: string }[]
      >`select email from users where id = ${id} and erased_at is null for update`;
      if (!user) throw new AppError('conflict', message('erase.done'));
      const loss = await lossOf(data, sql, { user_id: id, now });
      const something = Object.values(loss).some((lost) => lost > 0);
      if (something && !body.give_up)
        throw invalidField('give_up', message('erase.loss', { ...loss, balance: { cents: loss.balance_cents } }));
      for (const { end } of data) await end?.(sql, { user_id: id, email: user.email, now });
      // Not what was told before: what reservations gave back settled debts first.
      const left_cents = await balanceOf(sql, available(id));
      if (left_cents > 0) await forfeit(sql, id, left_cents);
      await deleteWhatGoesAlong(sql, id);
      const name = `erased.${randomBytes(8).toString('hex')}`;
      await changeUser(ctx, sql, id, {
        username: name,
        email: `${name}@erased.invalid`,
        email_verified_at: null,
        password_hash,
        disabled_at: now,
        erased_at: now,
      });
      await writeProfile(sql, id, {
        display_name: '',
        locale: null,
        time_zone: null,
        theme: null,
        country: null,
        shortcuts: null,
      });
      await appendAudit(sql, { ...by(actor), action: 'auth.erased', subject: id, details: { ...loss } });
      forgetSessions(ctx, sql, id);
    });
  };

const available = (owner_id: string) => ({ kind: 'available', owner_id, limited: true });

/** Books the forfeited balance to the house, so that the ledger still balances. */
const forfeit = (sql: Db, user_id: string, amount_cents: number) =>
  transfer(sql, {
    debit: available(user_id),
    credit: { kind: 'forfeited', owner_id: null },
    amount_cents,
    kind: 'forfeit',
    reference: user_id,
    unique_key: `forfeit:${user_id}`,
  });

/** Reads the tables that cascade with a user from the database catalogue: a new table can't be forgotten here. */
async function deleteWhatGoesAlong(sql: Db, user_id: string): Promise<void> {
  const tables = await sql<{ table: string; column: string }[]>`
    select r.relname as table, a.attname as column from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype = 'c' order by r.relname limit 200`;
  for (const { table, column } of tables) await sql`delete from ${sql(table)} where ${sql(column)} = ${user_id}`;
}
