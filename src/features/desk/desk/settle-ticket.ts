import type { Input, Reply } from '#contracts/call.ts';
import type { settleTicket as contract } from '#contracts/desk/desk.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { lockUnclosed } from '../support/ticket/lock-ticket.ts';
import { settle } from '../support/ticket/settle.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';

/** Solves or closes a ticket without a word to the buyer, who sees the new state. */
export async function settleTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await settle(ctx, sql, actor, { ticket: await lockUnclosed(sql, id), as: body.settle });
    return { data: await findDeskTicket(sql, actor, id) };
  });
}
