/** Incremented with every change to a rule or the range table; recorded in an import's audit entry. */
export const GUARD_VERSION = 2;

export type Rule =
  | 'IG-01'
  | 'IG-02'
  | 'IG-03'
  | 'IG-04'
  | 'IG-05'
  | 'IG-06'
  | 'IG-07'
  | 'IG-08'
  | 'IG-09'
  | 'IG-10'
  | 'IG-11'
  | 'IG-12'
  | 'IG-13'
  | 'IG-14'
  | 'IG-15'
  | 'IG-16'
  | 'IG-17'
  | 'IG-18'
  | 'IG-19'
  | 'IG-20'
  | 'IG-21'
  | 'IG-22'
  | 'IG-23'
  | 'IG-24';

// One hit of these refuses the whole file; every other rule refuses only the row.
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
