import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { loadTexts } from './editor/load-texts.ts';
import { publishText } from './editor/publish-text.ts';
import { TextList } from './editor/text-list.tsx';
import { windowColumns } from './editor/window-columns.tsx';
import { faqKind } from './kinds/faq.ts';
import { languagesColumn } from './translations/languages-column.tsx';

export const handle = title('admin.faq');
export const loader = loadTexts(faqKind);
export const action = publishText(faqKind);

export default function AdminFaqs() {
  const { t, number } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <TextList
      title={t('admin.faq')}
      hrefOf={(id) => href('/admin/faq/:id', { id })}
      texts={data}
      pages={meta}
      nameOf={({ question }) => question}
      name={t('content.question')}
      columns={[
        languagesColumn(t),
        { key: 'topic', header: t('content.topic'), cell: ({ topic }) => topic },
        {
          key: 'position',
          header: t('content.position_column'),
          align: 'end',
          priority: 'low',
          cell: ({ position }) => number(position),
        },
        ...windowColumns(t),
      ]}
    />
  );
}
