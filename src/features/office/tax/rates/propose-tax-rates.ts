import type { Input } from '#contracts/call.ts';
import type { proposeTaxRates as contract } from '#contracts/office/tax.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { requireDuty } from '../../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { factsOf, RATES, type RateFacts, ratesKind } from './rates-kind.ts';
import { refuseInvoiced } from './refuse-invoiced.ts';

/** Proposes rates from a day on. Those of before stay, so that every invoice can be explained. */
export async function proposeTaxRates(
  ctx: Ctx,
  actor: Actor,
  { body: { reason, ...rates } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'approver');
  await transaction(ctx.sql, async (sql) => {
    await refuseForeign(sql, rates);
    await refuseInvoiced(sql, rates.valid_from);
    await propose(ctx, sql, actor, { kind: ratesKind, subject: RATES, facts: factsOf(rates), reason });
  });
}

/** A programme is taxed in its own country, and where its vouchers are single-purpose ones. */
async function refuseForeign(sql: Db, { rates, programme_id }: RateFacts): Promise<void> {
  if (programme_id === null) return;
  const [programme] = await sql<{ country: string; voucher_kind: string }[]>`
    select country, voucher_kind from programmes where id = ${programme_id}`;
  if (programme?.voucher_kind !== 'single_purpose')
    throw invalidField('programme_id', message('vat_rates.no_programme'));
  const { country } = programme;
  if (rates.some((one) => one.country !== country)) {
    throw invalidField('rates', message('vat_rates.other_country', { country }));
  }
}
