import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { noteAsked } from '../../batches/cards/note-asked.ts';
import { startCheck } from './start-check.ts';

/** Once a night, asks issuers about cards that they haven't confirmed and about canaries; again every hour where that failed. */
export async function watchIssuers(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const today = now.toISOString().slice(0, 10);
  const due = await ctx.sql<{ id: string }[]>`
    select b.id from batches b join programmes p on p.id = b.programme_id
    where p.adapter_url is not null and b.state <> 'draft' and coalesce(b.issuer_asked_on, '-infinity') < ${today}::date
    order by b.id`;
  for (const { id: batch_id } of due) {
    await transaction(ctx.sql, async (sql) => {
      await sql`select from batches where id = ${batch_id} for update`;
      const check = await startCheck(sql, { batch_id, asked_by: null, now });
      if (!check) await noteAsked(sql, { batch_id, now, vouched: false });
    });
  }
}
