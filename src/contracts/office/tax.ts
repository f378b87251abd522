import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line } from '../content/editor-calls.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  country,
  currency,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  pageOf,
  pageQuery,
  proposalDecision,
  time,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { isVatIdOf } from '../vat-ids.ts';

const reader = { guards: ['auth', 'admin', 'role:auditor,approver,payouts'] } as const;
const approver = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always' } as const;
const decision = proposalDecision;

/** An id as authorities print it, without its spaces, dots and hyphens. */
const printed = onSurface(
  'tax_id',
  z
    .string()
    .transform((text) => text.toUpperCase().replace(/[\s.-]/g, ''))
    .pipe(z.string().regex(/^[A-Z]{2}[A-Z0-9+*]{2,15}$/, messageKey('operator.vat_id_wrong'))),
);

const operator = {
  legal_name: line(200, 'operator.missing', 'name'),
  street: line(200, 'operator.missing'),
  postal_code: line(60, 'operator.missing'),
  city: line(200, 'operator.missing'),
  country,
  vat_id: printed.nullable(),
  /** Of the tax office, in whatever form that writes it. */
  tax_number: onSurface(
    'tax_id',
    z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9 ./-]{4,30}$/, messageKey('operator.tax_number_wrong')),
  ).nullable(),
};
const operatorData = z.object(operator);
export type Operator = z.infer<typeof operatorData>;

export const getOperator = call({
  method: 'GET',
  path: '/api/operator',
  summary: 'Who the shop is by law: name, address, VAT id; null until its staff agreed to it',
  inMaintenance: true,
  guards: [],
  reply: dataOf(operatorData.nullable()),
});

export const getOperatorVersions = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/operator',
  summary: 'The data of the operator with their earlier versions, and what is proposed instead',
  reply: dataOf(
    z.object({
      /** The newest first. */
      versions: z.array(operatorData.extend({ at: time })),
      proposal: openProposal.extend({ ...operator, reason: z.string() }).nullable(),
    }),
  ),
});

export const proposeOperator = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/operator',
  summary: 'Propose the data of the operator; another approver decides. Sales after the first version get invoices',
  body: z
    .strictObject({ ...operator, reason: decisionReason })
    .refine(({ country, vat_id }) => vat_id === null || isVatIdOf(country, vat_id), {
      path: ['vat_id'],
      error: messageKey('operator.vat_id_wrong'),
    })
    .refine(({ vat_id, tax_number }) => vat_id !== null || tax_number !== null, {
      path: ['vat_id'],
      error: messageKey('operator.no_number'),
    }),
});

export const decideOperator = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/operator/decide',
  summary: 'Agree to proposed data of the operator, or not; never by who proposed them',
  body: decision,
});

/** Hundredths of a percent. */
const rate_bp = z.int().min(0).max(5000);
const countryRate = z.strictObject({ country, rate_bp });
export type CountryRate = z.infer<typeof countryRate>;
const programme = z.object({ id, name: z.string() });
const rates = { rates: z.array(countryRate), programme: programme.nullable(), valid_from: day };

export const getTaxRates = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/tax-rates',
  summary: 'Rates of VAT by country and programme with the days from which they count, and what is proposed',
  reply: dataOf(
    z.object({
      rates: z.array(countryRate.extend({ programme: programme.nullable(), valid_from: day, at: time })),
      /** Countries whose single-purpose vouchers are on sale without a rate. */
      missing: z.array(z.string()),
      /** Those that a rate of their own can be for: single-purpose ones. */
      programmes: z.array(programme.extend({ country: z.string() })),
      proposal: openProposal.extend({ ...rates, reason: z.string() }).nullable(),
    }),
  ),
});
export type TaxRates = z.infer<typeof getTaxRates.reply>['data'];

export const proposeTaxRates = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/tax-rates',
  summary: 'Propose rates of VAT from a day on, for all programmes or one; never for sales that are invoiced already',
  body: z.strictObject({
    rates: z
      .array(countryRate)
      .min(1, messageKey('vat_rates.none_given'))
      .max(100)
      .refine((list) => new Set(list.map((one) => one.country)).size === list.length, messageKey('vat_rates.twice')),
    programme_id: id.nullable(),
    valid_from: day,
    reason: decisionReason,
  }),
});

export const decideTaxRates = call({
  ...approver,
  method: 'POST',
  path: '/api/admin/tax-rates/decide',
  summary: 'Agree to proposed rates of VAT, or not; never by who proposed them',
  body: decision,
});

const voucherKind = z.enum(['single_purpose', 'multi_purpose']);
const signed = z.int();
const amounts = { net_cents: signed, vat_cents: signed, gross_cents: signed };

const documentLine = z.object({
  line_id: id,
  programme: z.string(),
  issuer: z.string(),
  voucher_kind: voucherKind,
  /** The country where a single-purpose voucher is taxed: where it can be redeemed. */
  country: z.string(),
  currency,
  face_cents: cents,
  /** null where no VAT is due at the sale, or nobody set a rate. */
  rate_bp: rate_bp.nullable(),
  gross_cents: signed,
  vat_cents: signed,
});
export type DocumentLine = z.infer<typeof documentLine>;

const KINDS = ['invoice', 'credit_note'] as const;
const summary = {
  id,
  kind: z.enum(KINDS),
  /** Such as INV-2026-000001. */
  number: z.string(),
  issued_at: time,
  order_number: z.int(),
  ...amounts,
};

const taxDocument = z.object({
  ...summary,
  /** When the cards were sold, or paid back. */
  supplied_at: time,
  /** The invoice that a credit note takes off from. */
  invoice_number: z.string().nullable(),
  operator: operatorData,
  buyer: z.object({ name: z.string(), country: z.string().nullable() }),
  lines: z.array(documentLine),
  by_rate: z.array(z.object({ rate_bp: rate_bp.nullable(), ...amounts })),
});
export type TaxDocument = z.infer<typeof taxDocument>;

export const listOrderDocuments = call({
  method: 'GET',
  path: '/api/invoices/{id}/documents',
  summary: 'The invoice of an order and its credit notes, as they were issued; empty while there is none',
  guards: ['auth', 'active'],
  params: idParams,
  reply: z.object({ data: z.array(taxDocument), meta: z.object({ order_number: z.int() }) }),
});

const listedDocument = z.object({ ...summary, order_id: id });
export type ListedDocument = z.infer<typeof listedDocument>;

export const listDocuments = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/tax-documents',
  summary: 'Invoices or credit notes of a year by their numbers, newest first, without their buyers',
  query: z.object({
    year: onSurface('shaped', z.string().regex(/^20\d{2}$/)),
    kind: z.enum(KINDS),
    ...pageQuery,
  }),
  reply: pageOf(listedDocument),
});

export const quarter = onSurface('shaped', z.string().regex(/^20\d{2}-Q[1-4]$/));
const ossRow = z.object({
  /** `oss`: in another country of the EU than the operator's; `home`: in the operator's. */
  scheme: z.enum(['oss', 'home', 'elsewhere']),
  country: z.string(),
  buyer_country: z.string().nullable(),
  /** null: a single-purpose voucher was sold where no rate was set. */
  rate_bp: rate_bp.nullable(),
  /** The earlier quarter that credit notes correct; null for sales and credit notes of the quarter itself. */
  corrects: z.string().nullable(),
  ...amounts,
});
export type OssRow = z.infer<typeof ossRow>;

export const getOssReport = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/oss-report',
  summary:
    'Net and VAT of a quarter (UTC) by country of tax, country of the buyer and rate, from invoices and credit notes',
  query: z.object({ quarter }),
  reply: dataOf(z.array(ossRow)),
});

export const exportOss = call({
  ...reader,
  method: 'GET',
  path: '/api/admin/oss-report/csv',
  summary: 'The report of a quarter as a CSV file; audited',
  secret: true,
  changesState: true,
  stepUp: 'always',
  download: 'facevalue-oss.csv',
  query: z.object({ quarter }),
  reply: z.string(),
});
