import type { Input } from '#contracts/call.ts';
import type { decideTaxRates as contract } from '#contracts/office/tax.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { lockInvoices } from '../invoices/lock-invoices.ts';
import { RATES, ratesKind, ratesOf } from './rates-kind.ts';
import { refuseInvoiced } from './refuse-invoiced.ts';

/** Puts proposed rates in force, or not. */
export async function decideTaxRates(
  ctx: Ctx,
  actor: Actor,
  { body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { facts } = await decide(ctx, sql, actor, {
      kind: ratesKind,
      subject: RATES,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'rejected') return;
    const { rates, ...rest } = ratesOf(facts);
    // So that no sale of that day is invoiced meanwhile.
    await lockInvoices(sql);
    await refuseInvoiced(sql, rest.valid_from);
    const at = ctx.clock.now();
    await sql`insert into tax_rates ${sql(rates.map((rate) => ({ proposal_id, ...rate, ...rest, at })))}`;
    await appendAudit(sql, { ...by(actor), action: 'tax.rates_changed', subject: proposal_id, details: facts });
  });
}
