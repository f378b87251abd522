import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';

type Moment = Date | string | null;

/** A notice that has both a start and an end ends after it starts. */
export function requireOrder({ starts_at, ends_at }: { starts_at: Moment; ends_at: Moment }): void {
  if (starts_at !== null && ends_at !== null && new Date(ends_at) <= new Date(starts_at))
    throw invalidField('ends_at', message('texts.end_before_start'));
}
