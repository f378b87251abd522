import { GIFT_DESIGNS } from '#contracts/shop/gift-designs.ts';
import { message } from '#i18n/message.ts';
import { refusedField } from '#web/forms/form-data.ts';
import type { Refusal, Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';

const MORNING = '09:00';

/** What was typed about a gift, for the call that makes it; the day is one in the reader's own time zone, at nine. */
export function wrappingOf({ context }: Where, field: (name: string) => string) {
  const zone = context.get(pageContext).time_zone;
  const day = field('day');
  const send_at = day && Temporal.PlainDateTime.from(`${day}T${MORNING}`).toZonedDateTime(zone).toInstant().toString();
  return {
    giver: field('giver'),
    message: field('message'),
    design: GIFT_DESIGNS.find((one) => one === field('design')) ?? 'card',
    ...(send_at && { send_at }),
  };
}

/** Refuses what is no day, as a browser without a field for days sends it, and a day that is over where the reader is. */
export function refuseDay({ context }: Where, day: string): Refusal | undefined {
  if (day === '') return undefined;
  if (!isDay(day)) return refusedField('send_at', message('gift.day_wrong'));
  const { now, time_zone } = context.get(pageContext);
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(time_zone).toPlainDate();
  return day < today.toString() ? refusedField('send_at', message('gift.day_over')) : undefined;
}

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
