import { z } from 'zod';
import { call } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import { guardRules } from '../oversight/import-guard.ts';
import {
  approvalReason,
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
} from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { codeFormat, shownCodeFormat } from './codes/code-format.ts';
import { adapterSecret, fingerprintEnd, newProgramme, programmeFacts } from './programme-facts.ts';

export const programmeStates = ['proposed', 'active', 'suspended', 'retired', 'rejected', 'withdrawn'] as const;
const state = z.enum(programmeStates);

const { other_countries, face_range, guarantee_hours, fee_text, price_rule } = programmeFacts.shape;
const { barcode, adapter_url, expiry_translations, fee_translations, redemption_translations } = programmeFacts.shape;

/** The facts in a reply, where nothing is left out. */
const shownFacts = programmeFacts.omit({ evidence_ref: true }).extend({
  code_format: shownCodeFormat,
  other_countries: other_countries.unwrap(),
  face_range: face_range.unwrap(),
  guarantee_hours: guarantee_hours.unwrap(),
  fee_text: fee_text.unwrap(),
  expiry_translations: expiry_translations.unwrap(),
  fee_translations: fee_translations.unwrap(),
  redemption_translations: redemption_translations.unwrap(),
  price_rule: price_rule.unwrap(),
  barcode: barcode.unwrap(),
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
  /** What a look at the issuer's own domain showed when it was proposed or last approved; null before there were any. */
  published: z.object({ outcome: z.enum(['matches', 'differs', 'none']), checked_at: time }).nullable(),
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

const read = { guards: ['auth', 'admin', 'role:importer,approver,support,auditor'] } as const;
// No fresh factor: a proposal has no effect, and a long form must not be lost to a confirmation. Its approval takes one.
const propose = { guards: ['auth', 'admin', 'role:importer'] } as const;
const decide = { guards: ['auth', 'admin', 'role:approver'], stepUp: 'always', params: idParams } as const;

export const listProgrammes = call({
  // Publishers sort programmes into brands.
  guards: ['auth', 'admin', 'role:importer,approver,support,publisher,auditor'],
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

/** What the import guard says of a mask, for whoever approves it. */
const judgedMask = z.object({
  /** Places of code and PIN that vary, and those among them where a digit may stand. */
  places: z.int(),
  digits: z.int(),
  /** The most that a row could hold: a card number behind other symbols, a readable one, or one with its date and verification value. */
  carries: z.enum(['nothing', 'hidden_number', 'number', 'number_and_date']),
  /** Rules that an honest code breaks by chance, once in so many rows. Such hits are counted instead of refusing the file. */
  chance: z.array(z.object({ rule: z.enum(guardRules), one_in: z.int() })),
});
export type JudgedMask = z.infer<typeof judgedMask>;

export const judgeMask = call({
  ...read,
  method: 'GET',
  path: '/api/admin/programmes/{id}/mask',
  summary: "What a programme's codes could carry, and how often honest ones look like card data",
  params: idParams,
  /** Of the mask in force or proposed, and of the one that the open edit proposes. */
  reply: dataOf(z.object({ own: judgedMask, edit: judgedMask.nullable() })),
});

export const proposeProgramme = call({
  ...propose,
  method: 'POST',
  path: '/api/admin/programmes',
  inVault: true,
  summary: 'Propose a programme; two others approve it',
  body: newProgramme,
  status: 201,
  reply: dataOf(z.object({ id })),
});

export const editProgramme = call({
  ...propose,
  method: 'POST',
  path: '/api/admin/programmes/{id}/versions',
  inVault: true,
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
  decides: 'approved',
  body: z.strictObject({
    /** Of the proposal that was read: a newer one is refused. */
    proposal_id: id,
    /**
     * The last eight characters of the fingerprint of the issuer's key, as the issuer gave them in another way: required
     * for a new programme.
     */
    fingerprint_end: fingerprintEnd.optional(),
    /** The host that its claim links lead to: required for a new programme or version with links. */
    link_host: onSurface('unstored', z.string().trim().toLowerCase().max(200)).optional(),
    reason: approvalReason,
  }),
  reply: dataOf(programme),
});

export const rejectProgramme = call({
  ...decide,
  method: 'POST',
  path: '/api/admin/programmes/{id}/reject',
  summary: 'Refuse what is proposed about a programme',
  decides: 'rejected',
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
