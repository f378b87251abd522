import type { RetainedTable } from '#contracts/office/retention.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';

/** What each table keeps, and until when. */
export function useRetentionColumns(): Column<RetainedTable>[] {
  const { t } = useI18n();
  return [
    { key: 'table', header: t('retention.table'), priority: 'lead', cell: ({ table }) => <code>{table}</code> },
    {
      key: 'kept',
      header: t('retention.kept'),
      cell: ({ days, why }) => (why ? t(`retention.why.${why}`) : t('retention.so_many_days', { days: days ?? 0 })),
    },
    {
      key: 'rule',
      header: t('retention.rule'),
      priority: 'low',
      cell: ({ rule }) => (rule ? t(`retention.of.${rule}`) : null),
    },
  ];
}
