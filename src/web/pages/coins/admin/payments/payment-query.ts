import { COINS } from '#contracts/coins.ts';
import { PAYMENT_LIST_STATES } from '#contracts/office/books.ts';
import { daysOf, typedValue } from '#web/pages/oversight/admin/audit/audit-query.ts';

/** The filters of the payments in the URL; what can't be one is left out. */
export function paymentQueryOf(search: URLSearchParams) {
  const who = typedValue(search, 'who');
  const coin = COINS.find((one) => one === search.get('coin'));
  const state = PAYMENT_LIST_STATES.find((one) => one === search.get('state'));
  return { ...(who && { who }), ...(coin && { coin }), ...(state && { state }), ...daysOf(search) };
}
