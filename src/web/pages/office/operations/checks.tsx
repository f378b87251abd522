import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Check, checkShop } from '#contracts/office/checks.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('doctor.title');

export async function loader(where: LoaderFunctionArgs) {
  return (await read(where, checkShop)).data;
}

const tones = { well: 'good', warning: 'warn', failed: 'bad', off: 'plain' } as const;

export default function AdminChecks() {
  const { t } = useI18n();
  const checks = useLoaderData<typeof loader>();
  const missing = checks.filter(({ state }) => state === 'failed').length;
  return (
    <>
      <PageHead title={t('doctor.title')} lead={t('doctor.lead')} />
      <OperationsSections />
      <div className="office">
        <Live as="p">{missing === 0 ? t('doctor.ready') : t('doctor.missing', { count: missing })}</Live>
        <Table
          caption={t('doctor.title')}
          columns={useCheckColumns()}
          rows={checks}
          keyOf={({ name, coin }) => `${name} ${coin ?? ''}`}
          empty={null}
        />
        <p>
          <ButtonLink variant="secondary" to={href('/admin/operations/checks')}>
            {t('doctor.again')}
          </ButtonLink>
        </p>
      </div>
    </>
  );
}

function useCheckColumns(): Column<Check>[] {
  const { t } = useI18n();
  return [
    {
      key: 'name',
      header: t('doctor.name'),
      priority: 'lead',
      cell: ({ name, coin }) => (coin ? `${t(`doctor.name.${name}`)}: ${coin}` : t(`doctor.name.${name}`)),
    },
    {
      key: 'state',
      header: t('doctor.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`doctor.state.${state}`)}</Tag>,
    },
    {
      key: 'found',
      header: t('doctor.found'),
      cell: ({ found, advice, details }) => (
        <div className="stack small">
          <span>{found}</span>
          {advice ? <strong>{advice}</strong> : null}
          {details.map((line) => (
            <code key={line}>{line}</code>
          ))}
        </div>
      ),
    },
  ];
}
