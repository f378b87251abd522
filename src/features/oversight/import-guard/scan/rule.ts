import type { GuardOutcome, GuardRule } from '#contracts/oversight/import-guard.ts';

/** Incremented with every change to a rule or the range table; recorded in an import's audit entry. */
export const GUARD_VERSION = 5;

export type Rule = GuardRule;

// One hit of these refuses the whole file.
const FILE_RULES: ReadonlySet<Rule> = new Set<Rule>([
  'IG-01',
  'IG-02',
  'IG-03',
  'IG-04',
  'IG-05',
  'IG-06',
  'IG-07',
  'IG-08',
  'IG-09',
  'IG-10',
  'IG-11',
  'IG-12',
  'IG-16',
  'IG-18',
  'IG-23',
  'IG-24',
]);

export function refusesFile(rule: Rule): boolean {
  return FILE_RULES.has(rule);
}

/** Also refuses the whole text; in a file, only names have it. */
const TEXT_RULE: Rule = 'IG-17';
// Checked when a programme is proposed; a hit of IG-23 also refuses a file.
const PROGRAMME_RULES: ReadonlySet<Rule> = new Set<Rule>(['IG-13', 'IG-14', 'IG-23']);
const DECISION_RULES: ReadonlySet<Rule> = new Set<Rule>(['IG-20', 'IG-21', 'IG-22']);

/** What a hit does, as it is published. */
export function outcomeOf(rule: Rule): GuardOutcome {
  if (PROGRAMME_RULES.has(rule)) return 'programme';
  if (DECISION_RULES.has(rule)) return 'decision';
  return refusesFile(rule) || rule === TEXT_RULE ? 'file' : 'row';
}
