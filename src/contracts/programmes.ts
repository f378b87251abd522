import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from './call.ts';
import { codeFormat, shownCodeFormat } from './code-format.ts';
import { openProposal } from './four-eyes.ts';
import { guardRules } from './import-guard.ts';
import {
  country,
  currency,
  dataOf,
  decisionReason,
  funds,
  id,
  idParams,
  level,
  pageMeta,
  pageQuery,
  searchText,
  time,
} from './shapes.ts';
import { onSurface } from './surface.ts';

const product = (min: number, max: number) =>
  onSurface('product', z.string().trim().min(min, messageKey('invalid.minimum_characters')).max(max));
const faceCents = z.int().min(1).max(99_999_999);
const sha256 = onSurface('text', z.string().regex(/^[0-9a-f]{64}$/, messageKey('invalid.sha256_hex')));
const color = onSurface('shaped', z.string().regex(/^#[0-9a-f]{6}$/, messageKey('invalid.colour')));

/** Raw Ed25519 public key that the issuer signs its manifests with, in base64. */
export const issuerKey = onSurface(
  'text',
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{43}=$/, messageKey('programme.key_shape')),
);

export const priceRoundings = [1, 5, 10, 25, 50, 100] as const;

/** What a programme says of itself: each version of it has all of them. */
export const programmeFacts = z.strictObject({
  name: product(2, 80),
  issuer_name: product(2, 160),
  issuer_country: country,
  registration_ref: onSurface(
    'identifier',
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{1,119}$/, messageKey('programme.reference_shape')),
  ),
  terms_url: onSurface('identifier', z.url({ protocol: /^https$/, error: messageKey('programme.https') }).max(300)),
  network: z.enum(['closed_loop', 'open_loop']),
  /** The one that its cards are shown with. */
  country,
  /** Where else it is sold. */
  other_countries: z
    .array(country)
    .max(60)
    .refine((codes) => new Set(codes).size === codes.length, messageKey('programme.country_twice'))
    .default([]),
  currency,
  level,
  code_format: codeFormat,
  face_values_cents: z
    .array(faceCents)
    .max(50)
    .refine((values) => new Set(values).size === values.length, messageKey('programme.face_twice')),
  /** Any face value in between, besides the fixed ones. */
  face_range: z
    .strictObject({ min_cents: faceCents, max_cents: faceCents })
    .refine(({ min_cents, max_cents }) => min_cents < max_cents, messageKey('programme.range_order'))
    .nullable()
    .default(null),
  voucher_kind: z.enum(['single_purpose', 'multi_purpose']),
  expiry_policy: product(2, 2000),
  /** How long buyers may report a card after its reveal. */
  guarantee_hours: z.int().min(1).max(8760).default(24),
  fee_text: product(0, 2000).default(''),
  funds,
  redemption_text: product(2, 2000),
  /** In other languages. */
  redemption_translations: z.strictObject({ de: product(2, 2000).optional() }).default({}),
  price_rule: z
    .strictObject({
      /** Off the face value, in hundredths of a per cent; below zero is a fee. */
      discount_bp: z.int().min(-5000).max(9000),
      rounding_cents: z.literal(priceRoundings),
    })
    .nullable()
    .default(null),
  /** SHA-256 of the contract, in hex. */
  evidence_sha256: sha256,
  /** Where the operator keeps the contract. */
  evidence_ref: onSurface('identifier', z.string().trim().max(200)).default(''),
  color_from: color,
  color_to: color,
  motif: onSurface(
    'shaped',
    z
      .string()
      .regex(/^[a-z]+$/)
      .max(30),
  ),
  /** Where the issuer answers about cards; the host must be one that the operator allows. */
  adapter_url: onSurface('identifier', z.url({ protocol: /^https$/, error: messageKey('programme.https') }).max(300))
    .nullable()
    .default(null),
});

const adapterSecret = onSurface('unstored', z.string().min(16).max(200));

export const newProgramme = programmeFacts.extend({
  issuer_public_key: issuerKey,
  /** Signs what the issuer is asked; sealed by the vault and never shown again. */
  adapter_secret: adapterSecret.nullable().default(null),
});
/** What a proposer gives; fields with a default may be absent. */
export type NewProgramme = z.input<typeof newProgramme>;

export const programmeStates = ['proposed', 'active', 'suspended', 'retired', 'rejected', 'withdrawn'] as const;
const state = z.enum(programmeStates);

const { other_countries, face_range, guarantee_hours, fee_text, redemption_translations, price_rule, adapter_url } =
  programmeFacts.shape;

/** The facts in a reply, where nothing is left out. */
const shownFacts = programmeFacts.omit({ evidence_ref: true }).extend({
  code_format: shownCodeFormat,
  other_countries: other_countries.unwrap(),
  face_range: face_range.unwrap(),
  guarantee_hours: guarantee_hours.unwrap(),
  fee_text: fee_text.unwrap(),
  redemption_translations: redemption_translations.unwrap(),
  price_rule: price_rule.unwrap(),
  adapter_url: adapter_url.unwrap(),
  /** null for a programme of an earlier release, which only says it in its text. */
  funds: funds.nullable(),
});

const version = z.object({
  number: z.int(),
  state: z.enum(['proposed', 'active', 'superseded', 'rejected', 'withdrawn']),
  proposed_at: time,
  settled_at: time.nullable(),
  /** Names of the facts that differ from the version in force before it. */
  changed: z.array(z.string()),
});

export const keyStates = ['proposed', 'valid', 'replaced', 'revoked', 'closed'] as const;

const shownKey = z.object({
  id,
  state: z.enum(keyStates),
  valid_from: time,
  revoked_at: time.nullable(),
  revoke_reason: z.string().nullable(),
  /** Cards that are confirmed by it and not sold. */
  confirmed_cards: z.int(),
  proposal: openProposal.nullable(),
});
export type IssuerKey = z.infer<typeof shownKey>;

const happened = z.object({ at: time, action: z.string(), username: z.string().nullable() });

/** A programme as the back office sees it. */
export const programme = shownFacts.extend({
  id,
  state,
  /** The shape of its codes: `#` is a digit, `X` a character of its alphabet. */
  code_mask: z.string(),
  pin_mask: z.string().nullable(),
  has_adapter_secret: z.boolean(),
  created_at: time,
  /** While it is suspended. */
  suspension: z.object({ rule: z.string().nullable(), reason: z.string().nullable(), at: time }).nullable(),
  cards: z.object({ available: z.int(), sold: z.int(), total: z.int() }),
  versions: z.array(version),
  /** The facts that the open edit proposes; null while there is none. */
  edit: shownFacts.nullable(),
  keys: z.array(shownKey),
  history: z.array(happened),
  /** What is open about the programme itself: its approval, an edit, or its resumption. */
  proposal: openProposal.extend({ kind: z.enum(['approval', 'edit', 'resume']) }).nullable(),
});
export type ProgrammeFacts = z.infer<typeof programme>;

export const listedProgramme = z.object({
  id,
  name: z.string(),
  issuer_name: z.string(),
  state,
  country,
  currency,
  level,
  code_mask: z.string(),
  available: z.int(),
  /** Somebody has to decide about it. */
  waiting: z.boolean(),
  created_at: time,
});
export type ListedProgramme = z.infer<typeof listedProgramme>;

export const programmeSorts = ['name', '-name', 'created_at', '-created_at'] as const;

const read = { guards: ['auth', 'admin'] } as const;
// No fresh factor: a proposal has no effect, and a long form must not be lost to a confirmation. Its approval takes one.
const propose = { guards: ['auth', 'admin', 'role:importer'] } as const;
const decide = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always', params: idParams } as const;

export const listProgrammes = call({
  ...read,
  method: 'GET',
  path: '/api/admin/programmes',
  summary: 'Programmes by name',
  query: z.object({
    q: searchText.optional(),
    state: state.optional(),
    sort: z.enum(programmeSorts).optional(),
    ...pageQuery,
  }),
  reply: z.object({
    data: z.array(listedProgramme),
    meta: pageMeta,
    states: z.array(z.object({ value: state, count: z.int() })),
  }),
});

export const getProgramme = call({
  ...read,
  method: 'GET',
  path: '/api/admin/programmes/{id}',
  summary: 'A programme with its versions, keys, stock and history',
  params: idParams,
  reply: dataOf(programme),
});

export const proposeProgramme = call({
  ...propose,
  method: 'POST',
  path: '/api/admin/programmes',
  summary: 'Propose a programme; two others approve it',
  body: newProgramme,
  status: 201,
  reply: dataOf(z.object({ id })),
});

export const editProgramme = call({
  ...propose,
  method: 'POST',
  path: '/api/admin/programmes/{id}/versions',
  summary: 'Propose a new version of an approved programme; the one in force stays so until two others approve it',
  params: idParams,
  body: programmeFacts.extend({
    /** null keeps the secret there is. */
    adapter_secret: adapterSecret.nullable().default(null),
    /** null keeps the reference there is. */
    evidence_ref: programmeFacts.shape.evidence_ref.unwrap().nullable().default(null),
  }),
  reply: dataOf(programme),
});

export const approveProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/approve',
  summary:
    'Approve what is proposed about a programme; a new one and a new version take two people besides the proposer',
  body: z.strictObject({
    /** Of the proposal that was read: a newer one is refused. */
    proposal_id: id,
    /**
     * The last eight characters of the fingerprint of the issuer's key, as the issuer gave them in another way: required
     * for a new programme.
     */
    fingerprint_end: onSurface(
      'shaped',
      z
        .string()
        .trim()
        .regex(/^[0-9A-Fa-f]{8}$/, messageKey('programme.fingerprint_shape')),
    ).optional(),
    reason: decisionReason,
  }),
  reply: dataOf(programme),
});

export const rejectProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/reject',
  summary: 'Refuse what is proposed about a programme',
  body: z.strictObject({ proposal_id: id, reason: decisionReason }),
  reply: dataOf(programme),
});

const withReason = z.strictObject({ reason: decisionReason });

export const suspendProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/suspend',
  summary: "Take a programme's cards off sale at once",
  body: withReason,
  reply: dataOf(programme),
});

export const resumeProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/resume',
  summary: 'Put a suspended programme back on sale, or propose it where the import guard suspended it',
  body: withReason,
  reply: dataOf(programme),
});

export const retireProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/retire',
  summary: 'End a programme for good; its name is free again',
  body: withReason,
  reply: dataOf(programme),
});

export const viewEvidence = call({
  method: 'POST',
  path: '/api/admin/programmes/{id}/evidence',
  summary: 'Where the contract of a programme is kept, and its hash; each look is recorded',
  guards: ['auth', 'admin', 'role:importer,approver,auditor'],
  params: idParams,
  reply: dataOf(z.object({ evidence_ref: z.string(), evidence_sha256: z.string() })),
});

export const checkMask = call({
  method: 'POST',
  path: '/api/admin/programmes/mask',
  summary: 'An example of a code mask, and what the import guard says of it',
  guards: ['auth', 'admin', 'role:importer'],
  body: z.strictObject({ code_format: codeFormat, network: z.enum(['closed_loop', 'open_loop']) }),
  reply: dataOf(
    z.object({
      code: z.string(),
      pin: z.string().nullable(),
      /** The rule that refuses it; null where the guard admits it. */
      rule: z.enum(guardRules).nullable(),
    }),
  ),
});
