import type { Jobs } from '#contracts/office/operations.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export function useQueueColumns(): Column<Jobs['queues'][number]>[] {
  const { t, number } = useI18n();
  const count = (key: 'waiting' | 'running' | 'retrying' | 'failed'): Column<Jobs['queues'][number]> => ({
    key,
    header: t(`jobs.state.${key}`),
    align: 'end',
    cell: (row) => number(row[key]),
  });
  return [
    { key: 'task', header: t('jobs.task'), priority: 'lead', cell: ({ task }) => task },
    count('waiting'),
    count('running'),
    count('retrying'),
    count('failed'),
    {
      key: 'oldest',
      header: t('jobs.oldest'),
      cell: ({ oldest_due_at }) => (oldest_due_at ? <Ago at={oldest_due_at} /> : null),
    },
  ];
}
