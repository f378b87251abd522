import type { AccountNumber } from '#contracts/office/periods.ts';
import type { ProposalFacts } from '../../../feature.ts';

export interface ChartFacts {
  accounts: readonly AccountNumber[];
  consultant: number;
  client: number;
  year_begins: number;
}

/** A chart as facts of its proposal, which hold no nested ones: `{ sales: "8400/9" }`. */
export const factsOf = ({ accounts, ...rest }: ChartFacts): ProposalFacts => ({
  ...Object.fromEntries(accounts.map(({ kind, number, tax_key }) => [kind, tax_key ? `${number}/${tax_key}` : number])),
  ...rest,
});

export function chartOf({ consultant, client, year_begins, ...kinds }: ProposalFacts) {
  const accounts = Object.entries(kinds).map(([kind, written]) => {
    const [number = '', tax_key = null] = String(written).split('/');
    return { kind, number, tax_key };
  });
  accounts.sort((one, other) => (one.number < other.number ? -1 : 1));
  return { accounts, consultant: Number(consultant), client: Number(client), year_begins: Number(year_begins) };
}
