import { z } from 'zod';
import { day, id } from '#contracts/shapes.ts';
import { message, messageKey } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { fiatReference } from '../../coins/rates/samples/fiat-reference.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { scanText } from '../../oversight/import-guard/scan/scan-text.ts';
import { parseFacts } from '../programmes/facts/parse-facts.ts';
import { requireFloor } from './prices/require-floor.ts';
import { dataKeyAad } from './secrets/card-secret.ts';

const sha256 = z.instanceof(Uint8Array).refine((bytes) => bytes.length === 32, messageKey('invalid.sha256'));

export const newBatch = z.strictObject({
  programme_id: id,
  name: z.string().min(2).max(120),
  supplier: z.string().min(2).max(160),
  invoice_reference: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{0,119}$/),
  invoice_date: day,
  /** SHA-256 of the supplier's invoice or delivery note. */
  evidence_sha256: sha256,
  /** SHA-256 of the file that will be imported, where the supplier has given it. */
  file_sha256: sha256.nullable().default(null),
  /** The supplier's right to sell these cards, in force on the date of the invoice (P2). */
  authorisation_reference: z.string().min(1).max(120),
  authorised_from: day,
  authorised_until: day.nullable().default(null),
  /** What the cards cost: hundredths of a per cent of the face value, or dollars for each card. */
  cost_bp: z.int().min(0).max(20_000).nullable().default(null),
  card_cost_cents: z.int().min(0).max(100_000_000).nullable().default(null),
  /** Whose stock it is; null for the shop's own. */
  seller_id: id.nullable().default(null),
  /** Whether unsold cards are repriced every night. */
  follows_rate: z.boolean().default(false),
  /** Off the face value, in hundredths of a per cent; below zero is a fee. The programme's rule where it is missing. */
  discount_bp: z.int().min(-5000).max(9000).optional(),
  /** The part of the face value that its prices don't fall below; the programme's holds beside it. */
  floor_bp: z.int().min(1000).max(15_000).nullable().default(null),
  /** Billionths of a dollar for one unit of the programme's currency, as the importer knows it: only compared with the reference. */
  usd_e9: z.int().min(1).max(1_000_000_000_000).optional(),
});

/** How far a typed rate may be from the shop's own reference. */
const RATE_TOLERANCE_PERCENT = 3;

/** Opens a batch for stock to be imported into: its provenance, its pricing by the shop's own rate (P13), and a data key. */
export async function createBatch(
  ctx: VaultCtx,
  actor: Actor,
  input: z.input<typeof newBatch>,
): Promise<{ id: string }> {
  requireDuty(actor, 'importer');
  const { usd_e9: typed, ...batch } = parseFacts(newBatch, input);
  for (const field of ['name', 'supplier', 'invoice_reference', 'authorisation_reference'] as const) {
    const finding = scanText(batch[field], 'product');
    if (finding)
      throw invalidField(field, message('rule.refused', { rule: finding.rule, what: message(`rule.${finding.rule}`) }));
  }
  if (batch.invoice_date > ctx.clock.now().toISOString().slice(0, 10)) {
    throw invalidField('invoice_date', message('batch.invoice_date'));
  }
  if (batch.authorised_from > batch.invoice_date) {
    throw invalidField('authorised_from', message('batch.not_authorised'));
  }
  if (batch.authorised_until !== null && batch.authorised_until < batch.invoice_date) {
    throw invalidField('authorised_until', message('batch.not_authorised'));
  }
  if (batch.cost_bp !== null && batch.card_cost_cents !== null) {
    throw invalidField('card_cost_cents', message('batch.one_cost'));
  }
  return transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<
      { state: string; currency: string; discount_bp: number | null; floor_bp: number | null; id: string }[]
    >`
      select state, currency, (price_rule ->> 'discount_bp')::integer as discount_bp,
        greatest((price_rule ->> 'floor_bp')::integer, ${batch.floor_bp}::integer) as floor_bp, uuidv7() as id
        from programmes where id = ${batch.programme_id}`;
    if (!programme) throw invalidField('programme_id', message('programme.not_found'));
    if (programme.state !== 'active') throw new AppError('conflict', message('programme.not_approved'));
    if (batch.seller_id !== null) await requireSeller(sql, batch.seller_id, batch.cost_bp ?? batch.card_cost_cents);
    const discount_bp = batch.discount_bp ?? programme.discount_bp;
    if (discount_bp === null) throw invalidField('discount_bp', message('batch.no_discount'));
    requireFloor(programme.floor_bp, discount_bp);
    const usd_e9 = await fiatReference(ctx, sql, programme.currency, ctx.clock.now());
    if (typed !== undefined) requireNear(typed, usd_e9, programme.currency);
    const { id } = programme;
    const data_key = ctx.vault.newDataKey(dataKeyAad(id)).wrapped;
    const cost_usd_e9 = batch.cost_bp === null ? null : usd_e9;
    const rates = { discount_bp, usd_e9, cost_usd_e9 };
    await sql`insert into batches ${sql({ ...batch, ...rates, id, data_key, created_by: actor.user.id })}`;
    const { name: _name, evidence_sha256: _evidence, file_sha256: _file, ...facts } = batch;
    await appendAudit(sql, {
      ...by(actor),
      action: 'batch.created',
      subject: id,
      details: { ...facts, discount_bp, usd_e9 },
    });
    return { id };
  });
}

/** A seller's stock costs the shop nothing before its sale. */
async function requireSeller(sql: Db, id: string, cost: number | null): Promise<void> {
  if (cost !== null) throw invalidField('cost_bp', message('batch.sellers_cost'));
  const [seller] = await sql`select from sellers where id = ${id} and state <> 'ended'`;
  if (!seller) throw invalidField('seller_id', message('seller.not_found'));
}

function requireNear(typed: number, reference: number, currency: string): void {
  if (currency === 'USD' && typed !== reference) throw invalidField('usd_e9', message('batch.dollar'));
  if (Math.abs(typed - reference) * 100 > reference * RATE_TOLERANCE_PERCENT) {
    const rates = { typed: dollars(typed), reference: dollars(reference), currency };
    throw invalidField('usd_e9', message('batch.rate_off', rates));
  }
}

const dollars = (usd_e9: number): string => formatUnits(BigInt(usd_e9), 9);
