import { DORMANT_MONTHS } from '#contracts/office/dormant-balances.ts';

const MONTHS = DORMANT_MONTHS.map((months) => `${months}` as const);

/** The filter of the dormant balances in the URL; what can't be one is left out. */
export function dormantQueryOf(search: URLSearchParams) {
  const months = MONTHS.find((one) => one === search.get('months'));
  return months ? { months } : {};
}
