import { z } from 'zod';
import { country, currency, funds, level } from '#contracts/shapes.ts';
import { message, messageKey } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import { codeFormat } from '../import-guard/format.ts';
import { scanText } from '../import-guard/scan-text.ts';
import { fiatReference } from '../rates/fiat-reference.ts';
import { requireDuty } from '../sessions/require-duty.ts';
import { parseFacts } from './parse-facts.ts';
import { proposeProgramme } from './propose-programme.ts';

const sha256 = z.instanceof(Uint8Array).refine((bytes) => bytes.length === 32, messageKey('invalid.sha256'));
const color = z.string().regex(/^#[0-9a-f]{6}$/, messageKey('invalid.colour'));

// L3: above 2,000 dollars a closed-loop card is a prepaid programme of its own kind, which this shop doesn't sell.
export const MAX_FACE_USD_CENTS = 200_000;

export const exceedsFaceLimit = (face_cents: number, usd_rate_micro: number): boolean =>
  face_cents * usd_rate_micro > MAX_FACE_USD_CENTS * 1_000_000;

export const newProgramme = z.strictObject({
  name: z.string().min(2).max(80),
  issuer_name: z.string().min(2).max(160),
  issuer_country: country,
  registration_ref: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{1,119}$/),
  terms_url: z.url({ protocol: /^https$/ }).max(300),
  network: z.enum(['closed_loop', 'open_loop']),
  country,
  currency,
  level,
  code_format: codeFormat,
  face_values_cents: z
    .array(z.int().min(1).max(99_999_999))
    .min(1)
    .max(50)
    .refine((values) => new Set(values).size === values.length, messageKey('programme.face_twice')),
  voucher_kind: z.enum(['single_purpose', 'multi_purpose']),
  expiry_policy: z.string().min(2).max(2000),
  funds,
  redemption_text: z.string().min(2).max(2000),
  /** Raw Ed25519 public key that the issuer signs its manifests with. */
  issuer_public_key: sha256,
  evidence_sha256: sha256,
  color_from: color,
  color_to: color,
  motif: z
    .string()
    .regex(/^[a-z]+$/)
    .max(30),
});
export type NewProgramme = z.input<typeof newProgramme>;

/** Proposes a programme; it sells nothing before somebody else approves it. */
export async function createProgramme(ctx: Ctx, actor: Actor, input: NewProgramme): Promise<{ id: string }> {
  requireDuty(actor, 'importer');
  const programme = parseFacts(newProgramme, input);
  refuseByGuard(programme);
  refuseFunds(programme);
  await refuseFaces(ctx, programme);
  const { code } = programme.code_format;
  const prefix = code.kind === 'numeric' && code.prefix.length >= 4 ? code.prefix : null;
  const { code_format, funds, ...columns } = programme;
  return transaction(ctx.sql, async (sql) => {
    const row = { ...columns, code_format: sql.json(code_format), funds: sql.json(funds), prefix };
    const [created] = await sql<{ id: string }[]>`insert into programmes ${sql(row)} returning id`.catch((error) => {
      if (isUniqueViolation(error)) throw invalidField('name', message('programme.name_taken'));
      throw error;
    });
    await appendAudit(sql, {
      ...by(actor),
      action: 'programme.proposed',
      subject: created!.id,
      details: { name: programme.name, issuer_name: programme.issuer_name, prefix },
    });
    await proposeProgramme({ ...ctx, sql }, actor, created!);
    return created!;
  });
}

const SURFACES = [
  ['name', 'product'],
  ['issuer_name', 'product'],
  ['expiry_policy', 'product'],
  ['redemption_text', 'product'],
  ['registration_ref', 'identifier'],
  ['terms_url', 'identifier'],
] as const;

function refuseByGuard(programme: z.output<typeof newProgramme>): void {
  const rule = checkFormat(programme.code_format, programme.network);
  if (rule) throw invalidField('code_format', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
  for (const [field, surface] of SURFACES) {
    const finding = scanText(programme[field], surface);
    if (finding)
      throw invalidField(field, message('rule.refused', { rule: finding.rule, what: message(`rule.${finding.rule}`) }));
  }
}

// L11 (Reg E, 12 CFR 1005.20): what a US card may not do with its holder's money.
const US_FUNDS_MONTHS = 60;
const US_IDLE_MONTHS = 12;

function refuseFunds({ country, funds: { expire_after_months, dormancy_fee } }: z.output<typeof newProgramme>): void {
  if (country !== 'US') return;
  if (expire_after_months !== null && expire_after_months < US_FUNDS_MONTHS)
    throw invalidField('funds', message('programme.funds_end_us', { rule: 'L11', months: US_FUNDS_MONTHS }));
  if (dormancy_fee && dormancy_fee.after_months < US_IDLE_MONTHS)
    throw invalidField('funds', message('programme.fee_us', { rule: 'L11', months: US_IDLE_MONTHS }));
}

/** L3, by the shop's own rate: face values of another currency are judged in dollars. */
async function refuseFaces(ctx: Ctx, { currency, face_values_cents }: z.output<typeof newProgramme>): Promise<void> {
  const rate = await fiatReference(ctx.sql, currency, ctx.clock.now());
  if (face_values_cents.some((cents) => exceedsFaceLimit(cents, rate)))
    throw invalidField('face_values_cents', message('programme.face_limit', { limit: { cents: MAX_FACE_USD_CENTS } }));
}
