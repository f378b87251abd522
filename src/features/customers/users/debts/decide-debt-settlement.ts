import type { Input, Reply } from '#contracts/call.ts';
import type { decideDebtSettlement as contract } from '#contracts/customers/users.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { bookSettlement, type Settlement } from '../../spending/debts/book-settlement.ts';
import { readDebt } from '../../spending/debts/read-debt.ts';
import { lockBalances } from '../adjustments/refuse-unfit.ts';
import { readPerson } from '../person/person.ts';
import { debtKind } from './debt-kind.ts';
import { refuseUnowed } from './refuse-unowed.ts';

/** Settles a debt from the balance or writes it off, as somebody else proposed, or not. */
export async function decideDebtSettlement(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await lockBalances(sql, id);
    await readPerson(sql, actor, id, { erased: true });
    const { facts } = await decide(ctx, sql, actor, {
      kind: debtKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'approved') {
      const how = facts.how as Settlement['how'];
      const settlement = { user_id: id, how, cents: Number(facts.cents), decided: { proposal_id, actor } };
      await refuseUnowed(sql, settlement);
      await bookSettlement(sql, ctx.clock.now(), settlement);
    }
    const { owed_cents, available_cents } = (await readDebt(sql, id))!;
    return { data: { owed_cents, balance_cents: available_cents } };
  });
}
