import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { email } from '../identity/auth.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  cents,
  country,
  dataOf,
  day,
  decisionReason,
  id,
  idParams,
  NAME_CONTROLS,
  pageOf,
  pageQuery,
  proposalDecision,
  queryInt,
  time,
  withOwnStock,
  withPayouts,
  withStock,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

export const sellerStates = ['applied', 'verified', 'suspended', 'ended'] as const;
export const destinationKinds = ['IBAN', 'BTC', 'LTC', 'ETH'] as const;

const returnsBorneBy = z.enum(['seller', 'shop']);

const terms = z.object({
  /** Of the price, in hundredths of a per cent. */
  commission_bp: z.int(),
  /** Who pays the commission of a card that was returned. */
  returns_borne_by: returnsBorneBy,
  /** So much of the seller's share is kept for so many days more. */
  reserve_bp: z.int(),
  reserve_days: z.int(),
  minimum_payout_cents: cents,
});

/** Signed: what a return took below zero is carried forward. */
const balance = z.int();
export const sellerBalances = z.object({
  /** Of cards whose guarantee hasn't ended. */
  pending_cents: balance,
  available_cents: balance,
  reserved_cents: balance,
  /** In payouts that were approved, and not recorded as paid. */
  paying_cents: balance,
  paid_cents: balance,
  /** All but what was paid. */
  owed_cents: balance,
});

/** Of the last twelve months, without returned cards. */
const year = z.object({ cards: z.int(), price_cents: cents });

export const destination = z.object({
  id,
  kind: z.enum(destinationKinds),
  /** Its first and last characters. */
  hint: z.string(),
  set_at: time,
  in_force_from: time,
});
export type Destination = z.infer<typeof destination>;

const listed = z.object({
  id,
  legal_name: z.string(),
  country,
  state: z.enum(sellerStates),
  balances: sellerBalances,
  year,
  /** Of the cards sold within 90 days and not returned, how many their buyers claimed. */
  sold_90d: z.int(),
  claims_90d: z.int(),
  batches: z.int(),
});
export type ListedSeller = z.infer<typeof listed>;

const sellerProposal = openProposal.extend({
  kind: z.enum(['seller.verification', 'seller.terms']),
  /** Of the evidence for who the seller is; null for new terms. */
  reference: z.string().nullable(),
  checked_on: day.nullable(),
  terms: terms.nullable(),
});

export const sellerDetail = listed.extend({
  contact_email: z.string(),
  /** Whom we write to from then on; null unless the contact was changed. */
  next_contact: z.object({ email: z.string(), in_force_from: time }).nullable(),
  terms,
  /** The natural persons behind the company. */
  owners: z.array(z.string()),
  /** Of its name and owners, those that resemble a name on the sanctions list; always empty for the seller itself. */
  resembling: z.array(z.string()),
  /** Its last characters; the rest is sealed. */
  tax_id_hint: z.string(),
  /** The latest approved one; null before that. */
  verification: z
    .object({ reference: z.string(), checked_on: day, proposed_by: z.string(), approved_by: z.string(), at: time })
    .nullable(),
  login: z.object({ id, username: z.string() }).nullable(),
  /** Its share waits, because so much of what it sold in 30 days went to few buyers; null: it doesn't. */
  share_waits: z.object({ since: time, cards: z.int(), percent: z.int() }).nullable(),
  created_at: time,
  created_by: z.string(),
  proposal: sellerProposal.nullable(),
});
export type SellerDetail = z.infer<typeof sellerDetail>;

const office = ['auth', 'admin'] as const;

export const listSellers = call({
  method: 'GET',
  path: '/api/admin/sellers',
  summary: 'Sellers with what they are owed and sold within a year, by name',
  guards: withStock,
  query: z.object({ state: z.enum(sellerStates).optional(), ...pageQuery }),
  reply: pageOf(listed),
});

export const getSeller = call({
  method: 'GET',
  path: '/api/admin/sellers/{id}',
  summary: 'A seller: verification, terms and figures; a seller who signs in sees their own',
  guards: withOwnStock,
  inVault: true,
  params: idParams,
  reply: dataOf(sellerDetail),
});

const termsInput = {
  commission_bp: z.int().min(0).max(9000),
  returns_borne_by: returnsBorneBy,
  reserve_bp: z.int().min(0).max(5000),
  reserve_days: z.int().min(0).max(365),
  minimum_payout_cents: z.int().min(1).max(100_000_000),
};

export const addSeller = call({
  method: 'POST',
  path: '/api/admin/sellers',
  summary: 'Record the application of a seller; two people verify it before anything of theirs is imported',
  guards: [...office, 'role:importer'],
  inVault: true,
  idempotent: true,
  status: 201,
  body: z.strictObject({
    legal_name: onSurface(
      'product',
      z
        .string()
        .trim()
        .min(2)
        .max(160)
        .refine((text) => !NAME_CONTROLS.test(text), messageKey('invalid.one_line')),
    ),
    contact_email: email,
    country,
    tax_id: onSurface(
      'tax_id',
      z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{3,29}$/),
    ),
    ...termsInput,
  }),
  reply: dataOf(sellerDetail),
});

export const changeContact = call({
  method: 'POST',
  path: '/api/admin/sellers/{id}/contact',
  summary: 'Change whom we write to about a seller: counts 72 hours later, and the old contact is told by mail',
  guards: [...office, 'role:importer'],
  inVault: true,
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ contact_email: email, reason: decisionReason }),
  reply: dataOf(sellerDetail),
});

export const proposeVerification = call({
  method: 'POST',
  path: '/api/admin/sellers/{id}/verification',
  summary: 'Ask for a seller to be verified, with the evidence; somebody else decides',
  guards: [...office, 'role:importer'],
  inVault: true,
  params: idParams,
  body: z.strictObject({
    reference: onSurface('product', z.string().trim().min(3).max(120)),
    checked_on: day,
    /** The natural persons who own or control the company; as before where absent. */
    owners: z
      .array(
        onSurface(
          'name',
          z.string().trim().min(2, messageKey('seller.owner_short')).max(100, messageKey('invalid.maximum_characters')),
        ),
      )
      .max(20)
      .optional(),
    reason: decisionReason,
  }),
  reply: dataOf(sellerDetail),
});

export const proposeTerms = call({
  method: 'POST',
  path: '/api/admin/sellers/{id}/terms',
  summary: 'Propose new terms for what a seller sells from then on; somebody else decides',
  guards: [...office, 'role:importer'],
  inVault: true,
  params: idParams,
  body: z.strictObject({ ...termsInput, reason: decisionReason }),
  reply: dataOf(sellerDetail),
});

const decision = { guards: [...office, 'role:approver'], stepUp: 'always', params: idParams } as const;

export const decideSeller = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/sellers/{id}/decide',
  inVault: true,
  summary: 'Approve or reject what was proposed about a seller; never by who proposed it or recorded the seller',
  body: proposalDecision,
  reply: dataOf(sellerDetail),
});

export const releaseSellerShare = call({
  method: 'POST',
  path: '/api/admin/sellers/{id}/release-share',
  summary: "Let a seller's share become available that waited because few buyers bought most of it",
  guards: [...office, 'role:approver'],
  inVault: true,
  stepUp: 'always',
  params: idParams,
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(sellerDetail),
});

export const suspendSeller = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/sellers/{id}/suspend',
  inVault: true,
  summary: 'Stop imports and payouts of a seller and take their stock off sale; two people verify them again',
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(sellerDetail),
});

export const endSeller = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/sellers/{id}/end',
  inVault: true,
  summary: 'End the work with a seller for good, once nothing is owed and no stock is on sale',
  body: z.strictObject({ reason: decisionReason }),
  reply: dataOf(sellerDetail),
});

export const linkLogin = call({
  ...decision,
  method: 'POST',
  path: '/api/admin/sellers/{id}/login',
  inVault: true,
  summary: 'Let somebody with the duty seller sign in for a seller, or nobody',
  body: z.strictObject({
    username: onSurface('name', z.string().trim().toLowerCase().min(1).max(32)).nullable(),
    reason: decisionReason,
  }),
  reply: dataOf(sellerDetail),
});

export const sellerReport = call({
  method: 'GET',
  path: '/api/reports/sellers',
  summary: 'What each seller sold, paid as commission and was paid in a year (UTC), for the authority',
  guards: withPayouts,
  stepUp: 'always',
  query: z.object({ year: queryInt(2020, 9999) }),
  reply: dataOf(
    z.array(
      z.object({
        id,
        legal_name: z.string(),
        country,
        state: z.enum(sellerStates),
        verified_at: time.nullable(),
        cards: z.int(),
        price_cents: cents,
        commission_cents: cents,
        share_cents: cents,
        returned_cards: z.int(),
        paid_cents: cents,
      }),
    ),
  ),
});
