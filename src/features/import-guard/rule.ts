/** Incremented with every change to a rule or the range table; recorded in an import's audit entry. */
export const GUARD_VERSION = 2;

export const RULES = [
  ...(['IG-01', 'IG-02', 'IG-03', 'IG-04', 'IG-05', 'IG-06', 'IG-07', 'IG-08'] as const),
  ...(['IG-09', 'IG-10', 'IG-11', 'IG-12', 'IG-13', 'IG-14', 'IG-15', 'IG-16'] as const),
  ...(['IG-17', 'IG-18', 'IG-19', 'IG-20', 'IG-21', 'IG-22', 'IG-23', 'IG-24'] as const),
] as const;
export type Rule = (typeof RULES)[number];

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
// Checked when a programme is proposed; IG-23 is checked then, too.
const PROGRAMME_RULES: ReadonlySet<Rule> = new Set<Rule>(['IG-13', 'IG-14', 'IG-23']);
const DECISION_RULES: ReadonlySet<Rule> = new Set<Rule>(['IG-20', 'IG-21', 'IG-22']);

/** What a hit does, as it is published. */
export function outcomeOf(rule: Rule): 'file' | 'row' | 'programme' | 'decision' {
  if (PROGRAMME_RULES.has(rule)) return 'programme';
  if (DECISION_RULES.has(rule)) return 'decision';
  return refusesFile(rule) || rule === TEXT_RULE ? 'file' : 'row';
}
