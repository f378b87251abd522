import type { Loop } from '#contracts/office/operations.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

const tones = { well: 'good', failing: 'bad', late: 'warn', gone: 'plain' } as const;

export function useLoopColumns(): Column<Loop>[] {
  const { t, number } = useI18n();
  return [
    { key: 'name', header: t('jobs.loop'), priority: 'lead', cell: ({ name }) => name },
    {
      key: 'state',
      header: t('jobs.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`jobs.loop.${state}`)}</Tag>,
    },
    { key: 'worker', header: t('jobs.worker'), priority: 'low', cell: ({ worker }) => <code>{worker}</code> },
    {
      key: 'every',
      header: t('jobs.every'),
      align: 'end',
      cell: ({ every_ms }) => t('jobs.seconds', { seconds: number(Math.max(1, Math.round(every_ms / 1000))) }),
    },
    {
      key: 'last',
      header: t('jobs.succeeded'),
      cell: ({ succeeded_at }) => (succeeded_at ? <Ago at={succeeded_at} /> : null),
    },
    {
      key: 'error',
      header: t('jobs.error'),
      cell: ({ failures, last_error }) =>
        failures ? <span className="small">{t('jobs.failures', { count: failures, error: last_error })}</span> : null,
    },
  ];
}
