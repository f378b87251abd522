import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listMissingLegalTexts } from '#contracts/content/content.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { loadTexts } from './editor/load-texts.ts';
import { publishText } from './editor/publish-text.ts';
import { TextList } from './editor/text-list.tsx';
import { legalKind } from './kinds/legal.ts';
import { InForce } from './legal/in-force.tsx';
import { loadInForce } from './legal/load-in-force.ts';

export const handle = title('admin.legal');
export const action = publishText(legalKind);

export async function loader(args: LoaderFunctionArgs) {
  const [texts, missing, in_force] = await Promise.all([
    loadTexts(legalKind)(args),
    read(args, listMissingLegalTexts),
    loadInForce(args),
  ]);
  return { ...texts, missing: missing.data, in_force };
}

export default function AdminLegalTexts() {
  const { t } = useI18n();
  const { data, meta, missing, in_force } = useLoaderData<typeof loader>();
  return (
    <>
      {missing.length ? (
        <Alert tone="warn">{t('legal.missing', { texts: missing.map((kind) => t(`legal.${kind}`)).join(', ') })}</Alert>
      ) : null}
      <TextList
        title={t('admin.legal')}
        hrefOf={(id) => href('/admin/legal/:id', { id })}
        texts={data}
        pages={meta}
        nameOf={({ kind, locale }) => `${t(`legal.${kind}`)} (${locale})`}
        name={t('content.legal_text')}
        final
        columns={[
          {
            key: 'published_at',
            header: t('content.published_column'),
            cell: ({ published_at }) => (published_at ? <Time at={published_at} /> : null),
          },
        ]}
      />
      <InForce versions={in_force} />
    </>
  );
}
