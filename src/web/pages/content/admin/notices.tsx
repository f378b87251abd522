import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';
import { loadTexts } from './editor/load-texts.ts';
import { publishText } from './editor/publish-text.ts';
import { TextList } from './editor/text-list.tsx';
import { noticeKind } from './kinds/notices.ts';
import { languagesColumn } from './translations/languages-column.tsx';

export const handle = title('admin.notices');
export const loader = loadTexts(noticeKind);
export const action = publishText(noticeKind);

export default function AdminNotices() {
  const { t, number } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <TextList
      title={t('admin.notices')}
      hrefOf={(id) => href('/admin/notices/:id', { id })}
      texts={data}
      pages={meta}
      nameOf={(text) => text.title}
      name={t('content.title')}
      columns={[
        languagesColumn(t),
        {
          key: 'starts_at',
          header: t('content.starts_column'),
          cell: ({ starts_at }) => (starts_at ? <Time at={starts_at} /> : null),
        },
        {
          key: 'ends_at',
          header: t('content.until_column'),
          priority: 'low',
          cell: ({ ends_at }) => (ends_at ? <Time at={ends_at} /> : null),
        },
        { key: 'seen_by', header: t('content.seen_by'), align: 'end', cell: ({ seen_by }) => number(seen_by) },
      ]}
    />
  );
}
