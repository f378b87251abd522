import { GIFT_DESIGNS } from '#contracts/shop/gift-designs.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import type { Refusal, Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';

const MORNING = '09:00';
/** As a field for days sends it, and people can type it; a time or a zone behind it is none. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What was typed about a gift, for the call that makes it; the day is one in the reader's own time zone, at nine. */
export function wrappingOf({ context }: Where, field: (name: string) => string) {
  const zone = context.get(pageContext).time_zone ?? 'UTC';
  const day = field('day');
  const send_at = day && Temporal.PlainDateTime.from(`${day}T${MORNING}`).toZonedDateTime(zone).toInstant().toString();
  return {
    giver: field('giver'),
    message: field('message'),
    design: GIFT_DESIGNS.find((one) => one === field('design')) ?? 'card',
    ...(send_at && { send_at }),
  };
}

/** Refuses what is no day, as a browser without a field for days sends it. */
export function refuseDay(day: string): Refusal | undefined {
  if (day === '') return undefined;
  const wrong = refusedField('send_at', message('gift.day_wrong'));
  if (!DAY.test(day)) return wrong;
  try {
    Temporal.PlainDate.from(day);
    return undefined;
  } catch {
    return wrong;
  }
}
