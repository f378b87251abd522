import type { CountryRate } from '#contracts/office/tax.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message, messageKey } from '#i18n/message.ts';
import type { ProposalFacts, ProposalKind } from '../../../feature.ts';

/** Rates are proposed one list at a time. */
export const RATES = '00000000-0000-7000-8000-000000000000';

export interface RateFacts {
  rates: CountryRate[];
  programme_id: string | null;
  valid_from: string;
}

/** The facts are a country each, with its rate, and what all of them have in common. */
export const ratesKind: ProposalKind = {
  name: 'tax.rates',
  label: (facts) => {
    const { rates, valid_from } = ratesOf(facts);
    return message('approvals.vat_rates', {
      countries: rates.map(({ country }) => country).join(', '),
      from: { at: valid_from, day: true },
    });
  },
  link: () => pagePath('/admin/ledger/vat-rates'),
  duty: 'approver',
  own: messageKey('vat_rates.four_eyes'),
};

/** Rates as facts of a proposal, which hold no nested ones: `{ DE: 1900 }`. */
export const factsOf = ({ rates, ...rest }: RateFacts): ProposalFacts => ({
  ...Object.fromEntries(rates.map(({ country, rate_bp }) => [country, rate_bp])),
  ...rest,
});

export function ratesOf({ programme_id, valid_from, ...countries }: ProposalFacts): RateFacts {
  const rates = Object.entries(countries).map(([country, rate_bp]) => ({ country, rate_bp: Number(rate_bp) }));
  rates.sort((one, other) => (one.country < other.country ? -1 : 1));
  return { rates, programme_id: programme_id ? String(programme_id) : null, valid_from: String(valid_from) };
}
