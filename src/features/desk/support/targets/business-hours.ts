/** When staff answers: what the targets of tickets count. */
export interface BusinessHours {
  time_zone: string;
  /** From Monday on: minutes of the day, or null on a day off. */
  hours: readonly ({ from: number; to: number } | null)[];
  /** Days off, as ISO dates. */
  holidays: readonly string[];
}

const MINUTES_OF_DAY = 1440;
/** Far beyond the longest target in the fewest hours. */
const MAX_DAYS = 5000;

/** The moment at which so many milliseconds of business hours have passed since `from`. */
export function addBusinessTime(from: Date, ms: number, business: BusinessHours): Date {
  let left = ms;
  for (const span of spansFrom(from, business)) {
    const start = Math.max(span.start, from.getTime());
    if (left <= span.end - start) return new Date(start + left);
    left -= span.end - start;
  }
  throw new RangeError('the business hours hold too little time');
}

/** How many milliseconds of business hours lie between two moments; 0 if the second comes first. */
export function businessTimeBetween(from: Date, to: Date, business: BusinessHours): number {
  let sum = 0;
  for (const { start, end } of spansFrom(from, business)) {
    if (start >= to.getTime()) break;
    sum += Math.min(end, to.getTime()) - Math.max(start, from.getTime());
  }
  return sum;
}

/** The spans of business hours that end after a moment. A day that a clock change shortens has less time in it. */
function* spansFrom(from: Date, { time_zone, hours, holidays }: BusinessHours) {
  const first = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(time_zone).toPlainDate();
  for (let days = 0; days < MAX_DAYS; days++) {
    const day = first.add({ days });
    const open = holidays.includes(day.toString()) ? null : hours[day.dayOfWeek - 1];
    if (!open) continue;
    const span = { start: momentOf(day, open.from, time_zone), end: momentOf(day, open.to, time_zone) };
    if (span.end > Math.max(span.start, from.getTime())) yield span;
  }
}

/** A wall-clock time that a clock change skips is the moment of the change's length later. */
function momentOf(day: Temporal.PlainDate, minutes: number, timeZone: string): number {
  const date = minutes === MINUTES_OF_DAY ? day.add({ days: 1 }) : day;
  const plainTime = Temporal.PlainTime.from('00:00').add({ minutes: minutes % MINUTES_OF_DAY });
  return date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
