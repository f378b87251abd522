import type { Input, Reply } from '#contracts/call.ts';
import type { listOrderDocuments as contract, DocumentLine, TaxDocument } from '#contracts/office/tax.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { ForgedRowError, isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { operatorColumns } from '../operator/operator-columns.ts';
import { documentColumns, documentNumber } from './document-columns.ts';

/** The documents of a buyer's order. One that this shop did not issue as it is isn't shown. */
export async function listOrderDocuments(
  { sql, vault }: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [order] = await sql<{ number: number }[]>`
    select number from numbered_orders where id = ${id} and user_id = ${actor.user.id}`;
  if (!order) throw new AppError('not_found', message('order.not_found'));
  const rows = await sql<(Omit<TaxDocument, 'by_rate'> & SealedRow)[]>`
    select ${documentColumns(sql)}, i.supplied_at, ${documentNumber(sql, 'origin')} as invoice_number,
      (select to_jsonb(s) from (
        select ${operatorColumns(sql)} from operator_versions v where v.proposal_id = i.operator_id) s) as operator,
      jsonb_build_object('name', i.buyer_name, 'country', i.buyer_country) as buyer, i.lines,
      sealed_facts(i) as facts, i.mac
    from invoices i join numbered_orders o on o.id = i.order_id left join invoices origin on origin.id = i.invoice_id
    where i.order_id = ${id} order by i.position`;
  const data = rows.map(({ facts, mac, ...document }) => {
    if (!isGenuine(vault, 'invoices', { facts, mac })) throw new ForgedRowError('invoices', document.id);
    return { ...document, by_rate: sumsByRate(document.lines) };
  });
  return { data, meta: { order_number: order.number } };
}

/** Net, VAT and gross for each rate, the highest first, and last what no VAT is shown for. */
function sumsByRate(lines: readonly DocumentLine[]): TaxDocument['by_rate'] {
  const rates = [...new Set(lines.map(({ rate_bp }) => rate_bp))].sort((one, other) => (other ?? -1) - (one ?? -1));
  return rates.map((rate_bp) => {
    const same = lines.filter((line) => line.rate_bp === rate_bp);
    const gross_cents = same.reduce((sum, line) => sum + line.gross_cents, 0);
    const vat_cents = same.reduce((sum, line) => sum + line.vat_cents, 0);
    return { rate_bp, net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
  });
}
