import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { stopSeller } from '../seller/stop-seller.ts';
import { sellerListedAlert, sellerResemblesAlert } from './alert-kinds.ts';
import { screenSeller } from './screen-seller.ts';

/** Screens verified sellers whenever the operator's list has changed: a listed one is suspended, a similar one reported. */
export async function screenSellers(ctx: Ctx): Promise<void> {
  const due = await ctx.sql<{ id: string; list_id: number }[]>`
    select s.id, l.id as list_id from sellers s, (select id from sanctions_lists order by id desc limit 1) l
    where s.state = 'verified' and s.screened_list_id is distinct from l.id order by s.id limit 1000`;
  for (const seller of due) await screenAgain(ctx, seller);
}

async function screenAgain(ctx: Ctx, { id, list_id }: { id: string; list_id: number }): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const { state, legal_name: name } = await lockSeller(sql, id);
    if (state !== 'verified') return;
    const { embargoed, listed, close } = await screenSeller(sql, id);
    await sql`update sellers set screened_list_id = ${list_id} where id = ${id}`;
    const now = ctx.clock.now();
    if (embargoed || listed.length > 0) {
      // Whose name it is stays with the seller: the audit log is for good.
      const details = { cause: 'sanctions', list_id, embargoed, ...(await stopSeller(ctx, sql, id)) };
      await appendAudit(sql, { actor_id: null, action: 'seller.suspended', subject: id, details });
      await raiseAlert(sql, now, { kind: sellerListedAlert, subject: id, details: { name } });
      return;
    }
    if (close.length > 0) await raiseAlert(sql, now, { kind: sellerResemblesAlert, subject: id, details: { name } });
  });
}
