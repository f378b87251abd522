import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { COINS } from './coins.ts';
import { onSurface } from './surface.ts';

/** Integer cents of a dollar (or of the card's own currency for `face_cents`), zero or more. */
export const cents = z.int().min(0);
export const positiveCents = z.int().min(1).max(100_000_000);
/** Hundredths of a card's own currency: up to 99 million of it, since a card of 50 dollars is more than a million dong. */
export const faceCents = z.int().min(1).max(9_999_999_999);
/** Integer base units of a coin as a decimal string: satoshi, litoshi, wei. */
export const units = onSurface('shaped', z.string().regex(/^(0|[1-9]\d{0,77})$/, messageKey('invalid.units')));
/** Lower case, as the database spells it: sealed cards are bound to that spelling. */
export const id = z.uuid(messageKey('invalid.id')).toLowerCase();
/** ISO 8601 in UTC. */
export const time = z.iso.datetime();
export const day = z.iso.date();
export const country = onSurface('shaped', z.string().regex(/^[A-Z]{2}$/, messageKey('invalid.country')));
export const currency = onSurface('shaped', z.string().regex(/^[A-Z]{3}$/, messageKey('invalid.currency')));
export const level = z.enum(['Standard', 'Plus', 'Premium']);
export const coin = z.enum(COINS);
const months = z.int().min(1).max(1200);
/** When the funds of a programme's cards end, counted from purchase, and what is charged a month for unused ones. */
export const funds = z.strictObject({
  /** null: never. */
  expire_after_months: months.nullable(),
  /** In the programme's currency, after so many months without use; null: none. */
  dormancy_fee: z.strictObject({ cents: z.int().min(1).max(1_000_000), after_months: months }).nullable(),
});
export type Funds = z.infer<typeof funds>;

/** What no name has: control characters, and those that turn the direction of writing, by which it is read as another. */
export const NAME_CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Text of a query string: of limited length, without control characters. */
export const searchText = onSurface(
  'text',
  z
    .string()
    .max(100)
    .refine((text) => !/\p{Cc}/u.test(text), messageKey('invalid.control')),
);

/** Why somebody decided as they did: stored for good, in the decision and in the audit log. */
export const decisionReason = onSurface(
  'text',
  z.string().trim().min(3, messageKey('held.say_why')).max(500, messageKey('invalid.maximum_characters')),
);

/** The same for an approval, which may go without: who proposed has said why. */
export const approvalReason = onSurface(
  'text',
  z
    .string()
    .trim()
    .max(500, messageKey('invalid.maximum_characters'))
    .refine((reason) => reason === '' || reason.length >= 3, messageKey('held.say_why'))
    .default(''),
);

/** A decision about a proposal. A rejection says why. */
export const proposalDecision = z
  .strictObject({ proposal_id: id, decision: z.enum(['approved', 'rejected']), reason: approvalReason })
  .refine(({ decision, reason }) => decision === 'approved' || reason !== '', {
    path: ['reason'],
    error: messageKey('held.say_why'),
  });

/** A query parameter that holds a whole number. */
export const queryInt = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, messageKey('invalid.whole'))
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** For readings that say what a person owns or owes: the duties that work with people. */
export const withPeople = ['auth', 'admin', 'role:support,approver,auditor'] as const;

/** Who works with stock and its sales, and who signs in for the seller of it. */
export const withStock = ['auth', 'admin', 'role:importer,approver,payouts,auditor'] as const;
export const withOwnStock = ['auth', 'admin:seller', 'role:importer,approver,payouts,auditor,seller'] as const;
/** Who works with what sellers are paid. */
export const withPayouts = ['auth', 'admin', 'role:payouts,approver,auditor'] as const;

export const idParams = z.object({ id });

export const pageQuery = {
  page: queryInt(1, 100_000).optional(),
  per_page: queryInt(1, 100).optional(),
};

/** Meta of a numbered list: `to` is the number of the last row on this page, 0 when there is none. */
export const pageMeta = z.object({
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  from: z.int(),
  to: z.int(),
  total: z.int(),
});

export const links = z.object({ prev: z.string().nullable(), next: z.string().nullable() });

export const dataOf = <T extends z.ZodType>(shape: T) => z.object({ data: shape });
export const pageOf = <T extends z.ZodType>(shape: T) => z.object({ data: z.array(shape), meta: pageMeta });

/** What confirms who someone is. */
export const factor = z.enum(['password', 'totp', 'recovery_code', 'passkey']);

export const errorReply = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Machine-readable reason: `step_up_required`, `signature_required`, `device_confirmation_required`, `otp_required`. */
  reason: z.string().optional(),
  /** With `otp_required`: replaces the password in the second attempt, for five minutes. */
  ticket: z.string().optional(),
  /** With `otp_required`: the factors the account offers, strongest first. A passkey signs in by a call of its own. */
  factors: z.array(factor).optional(),
  /** With `signature_required`: the proposal and the decision that one of your passkeys has to sign first. */
  proposal_id: id.optional(),
  decision: z.enum(['approved', 'rejected']).optional(),
});

export const option = z.object({ value: z.string(), label: z.string(), count: z.int() });
