import type { Input, Reply } from '#contracts/call.ts';
import type { renamePasskey as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';

export async function renamePasskey(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [data] = await sql<Reply<typeof contract>['data'][]>`
      update passkeys set name = ${body.name} where id = ${params.id} and user_id = ${actor.user.id}
      returning id, name, created_at, last_used_at`;
    if (!data) throw new AppError('not_found', message('passkey.missing'));
    await appendAudit(sql, { ...by(actor), action: 'auth.passkey_renamed', subject: params.id });
    return { data };
  });
}
