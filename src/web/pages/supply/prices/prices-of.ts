import type { CallInput } from '#contracts/call.ts';
import type { changePrices } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { type readForm, refusedField } from '#web/forms/form-data.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import type { Refusal } from '#web/server/api.ts';
import { parsePercent } from './percent.ts';

type Field = Awaited<ReturnType<typeof readForm>>;
type Prices = NonNullable<CallInput<typeof changePrices>['body']>;

/** The change of prices that a form asks for: the rule of the batch, or a price for the selected cards. */
export function pricesOf(field: Field, whole: boolean, locale: string): Prices | { refusal: Refusal } {
  if (whole) {
    const discount_bp = parsePercent(field('discount'), locale);
    if (discount_bp === undefined) return { refusal: refusedField('discount_bp', message('reseller.no_percent')) };
    return { discount_bp, follows_rate: field('follows_rate') === 'on' };
  }
  const price_cents = parseDollars(field('price'), locale);
  if (price_cents === undefined) return { refusal: refusedField('price_cents', message('reseller.no_price')) };
  return { ids: field.all('ids'), price_cents };
}
