import type { Input, Reply } from '#contracts/call.ts';
import type { askIssuer as contract } from '#contracts/supply/issuers.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { startCheck } from './checks/start-check.ts';
import { readCheck } from './read-check.ts';

/** Has a worker ask the issuer about the cards of a batch. A check that runs already goes on. */
export async function askIssuer(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const [batch] = await sql<{ has_adapter: boolean }[]>`
      select p.adapter_url is not null as has_adapter
      from batches b join programmes p on p.id = b.programme_id where b.id = ${id} for update of b`;
    if (!batch) throw new AppError('not_found', message('batch.not_found'));
    if (!batch.has_adapter) throw new AppError('conflict', message('issuer.no_adapter'));
    const started = await startCheck(sql, { batch_id: id, asked_by: actor.user.id, now: ctx.clock.now() });
    if (!started) throw new AppError('conflict', message('issuer.nothing_to_ask'));
    return { data: (await readCheck(sql, id))! };
  });
}
