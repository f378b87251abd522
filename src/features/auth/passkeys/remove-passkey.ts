import type { Input } from '#contracts/call.ts';
import type { removePasskey as contract } from '#contracts/factors.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { say } from '#words/say.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { dropSpareCodes } from '../drop-spare-codes.ts';
import { tellOfFactor } from '../tell-of-factor.ts';

/** Removes one of the user's passkeys. */
export async function removePasskey(ctx: Ctx, actor: Actor, { params }: Input<typeof contract>): Promise<undefined> {
  const { id } = actor.user;
  await transaction(ctx.sql, async (sql) => {
    await sql`select from users where id = ${id} for no key update`;
    const removed = await sql`delete from passkeys where id = ${params.id} and user_id = ${id} returning id`;
    if (removed.length === 0) throw new AppError('not_found', say('passkey.missing'));
    await dropSpareCodes(sql, id);
    await appendAudit(sql, { ...by(actor), action: 'auth.passkey_removed', subject: params.id });
    await tellOfFactor(sql, id, 'passkey_removed');
  });
}
