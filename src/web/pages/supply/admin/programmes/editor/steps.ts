import { href } from 'react-router';
import type { DraftFacts, FactName } from '#contracts/supply/programme-drafts.ts';

/** The steps of a new programme, and the facts that each asks for. */
export const STEPS = {
  card: [
    'name',
    'network',
    'voucher_kind',
    'country',
    'other_countries',
    'issuer_name',
    'issuer_country',
    'registration_ref',
    'terms_url',
    'issuer_public_key',
    'evidence_sha256',
    'adapter_url',
  ],
  face: ['currency', 'face_values_cents', 'face_range', 'level', 'color_from', 'color_to', 'motif'],
  codes: ['code_format', 'barcode'],
  terms: [
    'price_rule',
    'guarantee_hours',
    'redemption_text',
    'redemption_translations',
    'expiry_policy',
    'expiry_translations',
    'fee_text',
    'fee_translations',
    'funds',
  ],
} as const satisfies Record<string, readonly FactName[]>;
export type Step = keyof typeof STEPS;

export const stepNames = Object.keys(STEPS) as Step[];

/** A page of the form: one step, or all of them at once. */
export type FormPage = Step | 'all';
/** A page of a draft: one of the form, or what it says as a whole. */
export type DraftPage = FormPage | 'check';

export const isStep = (name: string): name is Step => Object.hasOwn(STEPS, name);
export const stepsOf = (page: FormPage): readonly Step[] => (page === 'all' ? stepNames : [page]);
export const factsOn = (page: FormPage): readonly FactName[] => stepsOf(page).flatMap((step) => STEPS[step]);
export const stepOf = (fact: string): Step | undefined =>
  stepNames.find((step) => (STEPS[step] as readonly string[]).includes(fact));

/** Whether nothing of a step is missing. */
export const isDone = (step: Step, missing: readonly FactName[]): boolean =>
  !STEPS[step].some((name) => missing.includes(name));

/** The page that a draft is gone on with: its first unfinished step. */
export const pageToGoOn = (missing: readonly FactName[]): Step | 'check' =>
  stepNames.find((step) => !isDone(step, missing)) ?? 'check';

/** The page after one of the form. */
export const pageAfter = (page: FormPage): DraftPage =>
  page === 'all' ? 'check' : (stepNames[stepNames.indexOf(page) + 1] ?? 'check');

/** What a page of the form says of a draft: all of it where it is done, or what it says so far, and what it says no more. */
export function partOf(page: FormPage, facts: DraftFacts, whole: boolean): { facts: DraftFacts; clear: FactName[] } {
  const names = factsOn(page);
  const isSaid = (name: FactName) => whole || !isEmpty(facts[name]) || (name === 'currency' && hasAmounts(facts));
  const said = names.filter(isSaid).map((name) => [name, facts[name]]);
  return { facts: Object.fromEntries(said), clear: names.filter((name) => !isSaid(name)) };
}

// An amount means nothing without its currency.
const hasAmounts = ({ face_values_cents = [], face_range = null }: DraftFacts) =>
  face_values_cents.length > 0 || face_range !== null;

const isEmpty = (value: unknown) =>
  value === '' || value === null || Number.isNaN(value) || (Array.isArray(value) && value.length === 0);

/** The path of a page of a draft. */
export const pathOf = (page: DraftPage | string, id: string): string =>
  page === 'check'
    ? href('/admin/programmes/drafts/:id/check', { id })
    : href('/admin/programmes/drafts/:id/:step', { id, step: page === 'all' || isStep(page) ? page : 'card' });
