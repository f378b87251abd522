import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Days } from '../sums/moves.ts';

/** The days that were asked for; by default this month so far (UTC). */
export function periodOf(query: Partial<Days>, now: Date): Days {
  const to = query.to ?? now.toISOString().slice(0, 10);
  const from = query.from ?? `${to.slice(0, 7)}-01`;
  if (from > to) throw invalidField('from', message('trial_balance.reversed'));
  return { from, to };
}
