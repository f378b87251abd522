import { randomUUIDv7 } from 'node:crypto';
import type { Db, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import type { DueDocument } from './due-document.ts';
import { lockInvoices } from './lock-invoices.ts';
import { readRefunds } from './read-refunds.ts';
import { readSales } from './read-sales.ts';

/** Transfers looked at together: an order has up to a hundred cards. */
const PART = 200;

/**
 * Issues an invoice for every sale since the shop has an operator, and a credit note for whatever was given back of it, in the order
 * in which the chain of the ledger has their transfers. So no checkout waits for a number, and no number is lost with one that is
 * rolled back. Only one process issues at a time.
 */
export async function issueInvoices(ctx: Ctx): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await transaction(ctx.sql, (sql) => issuePart(ctx, sql, from));
  }
}

/** Returns the place in the chain up to which it looked; null at the end of the chain. */
async function issuePart(ctx: Ctx, sql: Tx, from: number): Promise<number | null> {
  await lockInvoices(sql);
  const places = await sql<{ after: number; position: number }[]>`
    with done as (select greatest(${from}, coalesce(max(position), 0)) as after from invoices)
    select done.after, c.position from done, ledger_chain c join ledger_transfers t on t.id = c.transfer_id
    where c.position > done.after and t.created_at >= (select min(at) from operator_versions)
      and t.kind in ('order', 'return', 'claim', 'adjustment')
    order by c.position limit ${PART}`;
  if (places.length === 0) return null;
  const stretch = { after: places[0]!.after, through: places.at(-1)!.position };
  await store(ctx, sql, 'invoice', await readSales(sql, stretch));
  // After the invoices that they refer to.
  await store(ctx, sql, 'credit_note', await readRefunds(sql, stretch));
  return places.length < PART ? null : stretch.through;
}

async function store(ctx: Ctx, sql: Db, kind: 'invoice' | 'credit_note', due: DueDocument[]): Promise<void> {
  if (due.length === 0) return;
  const now = ctx.clock.now();
  const year = now.getUTCFullYear();
  const [latest] = await sql<[{ number: number }]>`
    select coalesce(max(number), 0) as number from invoices where kind = ${kind} and year = ${year}`;
  const rows = due.map((document, at) => {
    const issued = { id: randomUUIDv7(), kind, year, number: latest.number + 1 + at, issued_at: now.toISOString() };
    return { ...issued, ...document, ...sumsOf(document) };
  });
  // The rows can't be changed, so what proves them has to come with them.
  const facts = await sql<{ facts: string }[]>`
    select sealed_facts(jsonb_populate_record(null::invoices, given.row)) as facts
    from jsonb_array_elements(${sql.json(rows)}) with ordinality as given (row, place) order by place`;
  const sealed = rows.map((row, at) => {
    const mac = rowMac(ctx.vault, 'invoices', facts[at]!.facts);
    return { ...row, mac: `\\x${mac.toString('hex')}` };
  });
  await sql`insert into invoices select * from jsonb_populate_recordset(null::invoices, ${sql.json(sealed)})`;
}

function sumsOf({ lines }: DueDocument) {
  const gross_cents = lines.reduce((sum, line) => sum + line.gross_cents, 0);
  const vat_cents = lines.reduce((sum, line) => sum + line.vat_cents, 0);
  return { net_cents: gross_cents - vat_cents, vat_cents, gross_cents };
}
