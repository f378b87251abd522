import type { Input, Reply } from '#contracts/call.ts';
import type { undoImport as contract } from '#contracts/imports.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { forgetCatalogue } from '../programmes/catalogue.ts';
import { takeBack } from './commit/take-back.ts';
import { readImport } from './report/read-imports.ts';

/** Voids what an import added, as far as it isn't sold. Their codes may come again, in the right batch. */
export async function undoImport(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    await readImport(sql, id, ctx.clock.now());
    const [undone] = await sql<{ batch_id: string }[]>`
      update imports set state = 'undone', ended_at = ${ctx.clock.now()}
      where id = ${id} and state = 'committed' returning batch_id`;
    if (!undone) throw new AppError('conflict', message('import.not_committed'));
    const voided = await takeBack(sql, id);
    const [left] = await sql<{ sold: number }[]>`
      select count(*) as sold from cards where import_id = ${id} and state = 'sold'`;
    const details = { import_id: id, voided, sold: left!.sold };
    await appendAudit(sql, { ...by(actor), action: 'import.undone', subject: undone.batch_id, details });
    return readImport(sql, id, ctx.clock.now());
  });
  forgetCatalogue(ctx);
  return { data };
}
