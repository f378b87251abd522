import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { notifyFactorChange } from '../change/notify-factor-change.ts';
import { deleteOrphanCodes } from '../recovery-codes/delete-orphan-codes.ts';

/** Disables the authenticator app; an unfinished set-up is dropped without a notification. */
export async function endTwoFactor(ctx: Ctx, actor: Actor): Promise<undefined> {
  const { id } = actor.user;
  await transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${id} for no key update`;
    const ended = await sql<{ on: boolean }[]>`
      delete from totp_secrets where user_id = ${id} returning confirmed_at is not null as on`;
    if (!ended[0]?.on) return;
    await deleteOrphanCodes(ctx, sql, id);
    await appendAudit(sql, { ...by(actor), action: 'auth.totp_off', subject: id });
    await notifyFactorChange(sql, id, 'totp_off');
  });
}
