import { COINS } from '#contracts/coins.ts';
import { OUTFLOW_LABELS } from '#contracts/office/outflows.ts';

export const LABEL_FILTERS = ['none', ...OUTFLOW_LABELS] as const;

/** The filters of the outflows in the URL; what can't be one is left out. */
export function outflowQueryOf(search: URLSearchParams) {
  const coin = COINS.find((one) => one === search.get('coin'));
  const label = LABEL_FILTERS.find((one) => one === search.get('label'));
  return { ...(coin && { coin }), ...(label && { label }) };
}
