import { languages } from 'virtual:messages';

/** What a form about maintenance says, as typed and for the API. */
export function typedMaintenance(field: (name: string) => string) {
  const texts = languages.map(([locale]) => [locale, field(`message_${locale}`).trim()] as const);
  const minutes = field('minutes').trim();
  return {
    values: {
      intent: field('intent'),
      minutes,
      ...Object.fromEntries(texts.map(([locale, text]) => [`message_${locale}`, text])),
    } as Record<string, string>,
    body: {
      messages: Object.fromEntries(texts.filter(([, text]) => text !== '')),
      // A wrong number is sent as it is: the API explains what it takes.
      minutes: minutes === '' ? null : Number(minutes),
    },
  };
}
