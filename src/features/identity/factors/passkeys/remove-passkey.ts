import type { Input } from '#contracts/call.ts';
import type { removePasskey as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { notifyFactorChange } from '../change/notify-factor-change.ts';
import { deleteOrphanCodes } from '../recovery-codes/delete-orphan-codes.ts';

/** Removes one of the user's passkeys, and the recovery codes with the last second factor. */
export async function removePasskey(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  const { id } = actor.user;
  await transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${id} for no key update`;
    const removed = await sql`delete from passkeys where id = ${params.id} and user_id = ${id} returning id`;
    if (removed.length === 0) throw new AppError('not_found', message('passkey.missing'));
    await deleteOrphanCodes(ctx, sql, id);
    await appendAudit(sql, { ...by(actor), action: 'auth.passkey_removed', subject: params.id });
    await notifyFactorChange(sql, id, 'passkey_removed');
  });
}
