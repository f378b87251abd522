import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { loadTexts } from './editor/load-texts.ts';
import { publishText } from './editor/publish-text.ts';
import { TextList } from './editor/text-list.tsx';
import { windowColumns } from './editor/window-columns.tsx';
import { newsKind } from './kinds/news.ts';
import { languagesColumn } from './translations/languages-column.tsx';

export const handle = title('admin.news');
export const loader = loadTexts(newsKind);
export const action = publishText(newsKind);

export default function AdminNews() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <TextList
      title={t('admin.news')}
      hrefOf={(id) => href('/admin/news/:id', { id })}
      texts={data}
      pages={meta}
      nameOf={(text) => text.title}
      name={t('content.title')}
      columns={[languagesColumn(t), ...windowColumns(t)]}
    />
  );
}
