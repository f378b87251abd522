import type { Input, Reply } from '#contracts/call.ts';
import type { rejectProgramme as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { readProgramme } from './programme/read-programme.ts';
import { kindOfProposal } from './proposals/kind-of-proposal.ts';

/** Refuses a proposed programme, version or resumption; the database closes the version with its proposal. */
export async function rejectProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [programme] = await sql`select 1 from programmes where id = ${id}`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    const kind = await kindOfProposal(sql, id, body.proposal_id);
    const verdict = { id: body.proposal_id, decision: 'rejected', reason: body.reason } as const;
    await decide(ctx, sql, actor, { kind, subject: id, ...verdict });
    return { data: await readProgramme(sql, actor, id) };
  });
}
