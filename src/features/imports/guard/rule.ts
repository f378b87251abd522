/** Raised with every change of a rule or of the range table; stands in the audit entry of an import. */
export const GUARD_VERSION = 1;

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
  | 'IG-23';

// One hard hit and nothing of the file is kept; every other rule refuses the row alone.
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
]);

export function refusesFile(rule: Rule): boolean {
  return FILE_RULES.has(rule);
}

/** What each rule means, for whoever reads a refusal. */
export const RULE_TEXT: Readonly<Record<Rule, string>> = {
  'IG-01': 'A payment-card number',
  'IG-02': 'A payment-card number inside the text',
  'IG-03': 'Magnetic stripe data (track 1)',
  'IG-04': 'Magnetic stripe data (track 2)',
  'IG-05': 'Code and PIN together make a payment-card number',
  'IG-06': 'A card verification value',
  'IG-07': 'A payment-card number with its expiry date and verification value',
  'IG-08': 'A masked payment-card number',
  'IG-09': 'A payment-card number with letters in place of digits',
  'IG-10': 'An encoded payment-card number',
  'IG-11': 'A column of payment-card or personal data',
  'IG-12': 'An unknown, repeated or missing column',
  'IG-13': 'A code mask that a payment-card number could fit',
  'IG-14': 'A PIN of fewer than four characters',
  'IG-15': "A value that doesn't fit the programme's mask or the column's type",
  'IG-16': 'Personal data in a stock column',
  'IG-17': 'Words of the stolen-card trade',
  'IG-18': 'Not a plain UTF-8 text file within the limits',
  'IG-19': 'A code that is in stock already, or twice in the file',
  'IG-20': "A face value or currency that the programme doesn't have",
  'IG-21': 'An expiry date earlier than the programme allows',
  'IG-23': 'An open-loop voucher with a numeric code',
};
