import { href } from 'react-router';
import type { StockImport } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Ago } from '#web/ui/office/ago.tsx';
import { ImportTag } from './import-tag.tsx';

interface Props {
  batch_id: string;
  imports: readonly StockImport[];
}

/** Every file that was uploaded for a batch, newest first. */
export function ImportHistory({ batch_id, imports }: Props) {
  const { t, number } = useI18n();
  const columns: Column<StockImport>[] = [
    {
      key: 'at',
      header: t('imports.uploaded_at'),
      cell: ({ created_at }) => <Ago at={created_at} />,
      priority: 'lead',
    },
    { key: 'state', header: t('imports.state'), cell: (stock) => <ImportTag stock={stock} />, priority: 'side' },
    { key: 'by', header: t('imports.uploaded_by'), cell: ({ uploaded_by }) => uploaded_by },
    {
      key: 'cards',
      header: t('imports.cards_added'),
      cell: ({ imported_cards }) => number(imported_cards),
      align: 'end',
    },
    { key: 'refused', header: t('imports.refused'), cell: ({ rows }) => number(rows.refused), align: 'end' },
    {
      key: 'approval',
      header: t('approvals.title'),
      cell: ({ approved_by, state }) => approved_by ?? (state === 'committed' ? t('imports.waits_approval') : null),
    },
  ];
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t('imports.history')}</h2>
      <Table
        caption={t('imports.history')}
        columns={columns}
        rows={imports}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${href('/reseller/import/:id', { id: batch_id })}?import=${id}`}
        empty={null}
      />
    </section>
  );
}
