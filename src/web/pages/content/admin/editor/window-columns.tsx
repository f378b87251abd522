import type { MessageKey } from '#i18n/message.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Shown {
  published_at: string | null;
  ends_at: string | null;
}

/** From when to when a text shows. */
export const windowColumns = <Text extends Shown>(t: (key: MessageKey) => string): Column<Text>[] => [
  {
    key: 'published_at',
    header: t('content.published_column'),
    cell: ({ published_at }) => (published_at ? <Time at={published_at} /> : null),
  },
  {
    key: 'ends_at',
    header: t('content.until_column'),
    priority: 'low',
    cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} /> : null),
  },
];
