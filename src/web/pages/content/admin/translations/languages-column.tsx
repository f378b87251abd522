import type { MessageKey } from '#i18n/message.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { ordered } from '../translations/languages.ts';

interface Translated {
  translations: Record<string, unknown>;
}

/** Which translations a text has, and which are missing. */
export const languagesColumn = <Text extends Translated>(t: (key: MessageKey) => string): Column<Text> => ({
  key: 'languages',
  header: t('content.languages'),
  cell: ({ translations }) =>
    ordered
      .slice(1)
      .map(([locale, name]) => (translations[locale] ? name : `${name}: ${t('content.missing_language')}`))
      .join(', '),
});
