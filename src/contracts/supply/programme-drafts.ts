import { z } from 'zod';
import { call } from '../call.ts';
import { dataOf, id, idParams, time } from '../shapes.ts';
import { newProgramme } from './programme-facts.ts';

const whole = newProgramme.omit({ evidence_ref: true, adapter_secret: true });
const { other_countries, face_range, guarantee_hours, fee_text, price_rule, barcode, adapter_url } = whole.shape;
const { expiry_translations, fee_translations, redemption_translations } = whole.shape;

/**
 * What a draft says so far. Never the secret of an adapter, nor where the contract is kept: each look at that is recorded, and
 * whoever proposes gives both.
 */
export const draftFacts = whole
  .extend({
    // A default would say what nobody said.
    other_countries: other_countries.unwrap(),
    face_range: face_range.unwrap(),
    guarantee_hours: guarantee_hours.unwrap(),
    fee_text: fee_text.unwrap(),
    price_rule: price_rule.unwrap(),
    barcode: barcode.unwrap(),
    adapter_url: adapter_url.unwrap(),
    expiry_translations: expiry_translations.unwrap(),
    fee_translations: fee_translations.unwrap(),
    redemption_translations: redemption_translations.unwrap(),
  })
  .partial();
export type DraftFacts = z.input<typeof draftFacts>;
export type SavedFacts = z.output<typeof draftFacts>;

export const factName = whole.keyof();
export type FactName = z.infer<typeof factName>;

const draft = z.object({
  id,
  facts: draftFacts,
  /** Goes up with each save: whoever saves says which one they read. */
  revision: z.int(),
  /** What a proposal needs and the draft doesn't say yet. */
  missing: z.array(factName),
  begun_by: z.string(),
  saved_by: z.string(),
  saved_at: time,
});
export type ProgrammeDraft = z.input<typeof draft>;

const reads = ['auth', 'admin', 'role:importer,auditor'] as const;
const guards = ['auth', 'admin', 'role:importer'] as const;
const revision = z.int().min(1);

export const listProgrammeDrafts = call({
  guards: reads,
  method: 'GET',
  path: '/api/admin/programme-drafts',
  summary: 'Programmes that somebody is writing, the one saved last first',
  reply: dataOf(z.array(draft)),
});

export const getProgrammeDraft = call({
  guards: reads,
  method: 'GET',
  path: '/api/admin/programme-drafts/{id}',
  summary: 'What a draft of a programme says',
  params: idParams,
  reply: dataOf(draft),
});

export const beginProgrammeDraft = call({
  guards,
  method: 'POST',
  path: '/api/admin/programme-drafts',
  summary: 'Begin a draft of a programme, from nothing or like another programme',
  body: draftFacts.extend({
    /** The programme whose other facts it starts with. */
    like: id.optional(),
  }),
  status: 201,
  reply: dataOf(draft),
});

export const saveProgrammeDraft = call({
  guards,
  method: 'PATCH',
  path: '/api/admin/programme-drafts/{id}',
  summary: 'Save some facts of a draft; the others stay',
  params: idParams,
  body: draftFacts.extend({
    revision,
    /** What the draft says no more. */
    clear: z.array(factName).max(40).default([]),
  }),
  reply: dataOf(draft),
});

export const discardProgrammeDraft = call({
  guards,
  method: 'DELETE',
  path: '/api/admin/programme-drafts/{id}',
  summary: 'Discard a draft for good',
  params: idParams,
});

export const proposeProgrammeDraft = call({
  guards,
  method: 'POST',
  path: '/api/admin/programme-drafts/{id}/propose',
  inVault: true,
  summary: 'Propose what a draft says; two others approve it, and the draft is gone',
  params: idParams,
  body: z.strictObject({
    revision,
    evidence_ref: newProgramme.shape.evidence_ref,
    adapter_secret: newProgramme.shape.adapter_secret,
  }),
  status: 201,
  /** Of the programme. */
  reply: dataOf(z.object({ id })),
});
