import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Time } from '#web/ui/display/time.tsx';
import { loadTexts } from './editor/load-texts.ts';
import { publishText } from './editor/publish-text.ts';
import { TextList } from './editor/text-list.tsx';
import { noticeKind } from './kinds/notices.ts';

export const handle = title('admin.notices');
export const loader = loadTexts(noticeKind);
export const action = publishText(noticeKind);

export default function AdminNotices() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <TextList
      title={t('admin.notices')}
      hrefOf={(id) => href('/admin/notices/:id', { id })}
      texts={data}
      pages={meta}
      heading={(text) => text.title}
      note={({ starts_at, updated_at, seen_by }) => (
        <>
          <Time at={starts_at ?? updated_at} />, {t('content.seen_by', { count: seen_by })}
        </>
      )}
    />
  );
}
