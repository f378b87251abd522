import type { Input, Reply } from '#contracts/call.ts';
import type { rejectKey as contract } from '#contracts/supply/issuer-keys.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { keyKind } from '../programmes/proposals/key-kind.ts';

/** Refuses a proposed key; the database closes it with its proposal. */
export async function rejectKey(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [key] = await sql`select 1 from issuer_keys where id = ${id}`;
    if (!key) throw new AppError('not_found', message('issuer_key.not_found'));
    const verdict = { id: body.proposal_id, decision: 'rejected', reason: body.reason } as const;
    await decide(ctx, sql, actor, { kind: keyKind, subject: id, ...verdict });
    return { data: { id, state: 'closed' } };
  });
}
