import { isText, type Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { PlacedEvent } from '#platform/events/place-events.ts';
import type { Claim } from './claim.ts';

/**
 * The data a client receives for an event: its facts and sequence number; texts in the client's language. Null where it is
 * for people with other duties.
 */
export function eventData(
  { data, seq }: PlacedEvent,
  claim: Partial<Claim> | undefined,
): Record<string, unknown> | null {
  const { title, content, duties, ...facts } = data;
  if (Array.isArray(duties) && !duties.some((duty) => claim?.duties?.includes(duty))) return null;
  const locale = claim?.locale;
  const translated =
    isText(title) && isText(content)
      ? { ...kindOf(title), title: translateIn(locale, title), content: translateIn(locale, content) }
      : {};
  return { ...facts, ...translated, seq };
}

const translateIn = (locale: string | undefined, text: Text) => translate(locale, text);

/** Equal for texts that differ only in their amounts and names, so that pages can show several as one. */
const kindOf = (title: Text) => (typeof title === 'string' ? {} : { about: title.key });
