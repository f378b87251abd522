import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type Backup, listBackups } from '#contracts/office/backups.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('backups.title');

const MEGABYTE = 1e6;

export async function loader(where: LoaderFunctionArgs) {
  return (await read(where, listBackups)).data;
}

export default function AdminBackups() {
  const { t, time } = useI18n();
  const { by, place, keeping, backups, failure, removal_error } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('backups.title')} lead={t(`backups.lead.${by}`)} />
      <OperationsSections />
      <div className="office">
        {failure ? (
          <Alert tone="bad">
            {t('alert.backup_failed', { place: place ?? '', at: time(failure.ended_at), reason: failure.reason })}
          </Alert>
        ) : null}
        {removal_error ? (
          <Alert tone="warn">{t('alert.backup_not_removed', { place: place ?? '', reason: removal_error })}</Alert>
        ) : null}
        <section className="stack" aria-labelledby="stored">
          <h2 id="stored">{place === null ? t('backups.stored') : t('backups.stored_at', { place })}</h2>
          {keeping ? <p className="muted">{t('backups.keeping', keeping)}</p> : null}
          <Table
            caption={t('backups.stored')}
            columns={useBackupColumns()}
            rows={backups}
            keyOf={({ name }) => name}
            empty={
              <Empty picture="files" title={t('backups.none')}>
                {t(`backups.none.${by}`)}
              </Empty>
            }
          />
        </section>
      </div>
    </>
  );
}

function useBackupColumns(): Column<Backup>[] {
  const { t, number } = useI18n();
  const size = (bytes: number) => t('overview.megabytes', { size: number(Math.ceil(bytes / MEGABYTE)) });
  return [
    { key: 'ended', header: t('backups.ended'), priority: 'lead', cell: ({ ended_at }) => <Time at={ended_at} /> },
    {
      key: 'state',
      header: t('backups.state'),
      priority: 'side',
      cell: ({ found_at }) => (
        <Tag tone={found_at ? 'good' : 'bad'}>{t(found_at ? 'backups.whole' : 'backups.not_whole')}</Tag>
      ),
    },
    { key: 'form', header: t('backups.form'), cell: ({ form }) => t(`backups.form.${form}`) },
    { key: 'by', header: t('backups.by'), cell: ({ by }) => t(`backups.by.${by}`) },
    { key: 'bytes', header: t('backups.bytes'), align: 'end', cell: ({ bytes }) => size(bytes) },
    { key: 'stored', header: t('backups.stored_bytes'), align: 'end', cell: ({ stored_bytes }) => size(stored_bytes) },
    {
      key: 'found',
      header: t('backups.found'),
      cell: ({ found_at }) => (found_at ? <Time at={found_at} /> : t('backups.never_found')),
    },
    {
      key: 'stays',
      header: t('backups.stays_until'),
      cell: ({ stays_until, by }) => {
        if (stays_until) return <Time at={stays_until} />;
        return t(by === 'pgbackrest' ? 'backups.stays_by_other' : 'backups.goes_next');
      },
    },
    { key: 'name', header: t('backups.name'), priority: 'low', cell: ({ name }) => <code>{name}</code> },
  ];
}
