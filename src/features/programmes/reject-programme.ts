import type { Input, Reply } from '#contracts/call.ts';
import type { rejectProgramme as contract } from '#contracts/programmes.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { decide } from '../four-eyes/decide.ts';
import { programmeKind } from './programme-kind.ts';
import { readProgramme } from './read-programme.ts';

/** Refuses a proposed programme: it stays proposed, and its approval can be asked for again. */
export async function rejectProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const verdict = { id: body.proposal_id, decision: 'rejected', reason: body.reason } as const;
    await decide(ctx, sql, actor, { kind: programmeKind, subject: id, ...verdict });
    return { data: await readProgramme(sql, actor, id) };
  });
}
