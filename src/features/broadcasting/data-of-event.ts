import type { PlacedEvent } from '#platform/events/place-events.ts';
import { isText, type Text } from '#words/say.ts';
import { translate } from '#words/translate.ts';

/** What a client receives of an event: its facts and its number in the channel; texts in the client's language. */
export function dataOfEvent({ data, seq }: PlacedEvent, locale: string | undefined): Record<string, unknown> {
  const { title, content, ...facts } = data;
  const told =
    isText(title) && isText(content) ? { title: tellIn(locale, title), content: tellIn(locale, content) } : {};
  return { ...facts, ...told, seq };
}

const tellIn = (locale: string | undefined, text: Text) => translate(locale, text);
