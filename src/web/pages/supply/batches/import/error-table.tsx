import { href } from 'react-router';
import type { RefusedRow, StockImport } from '#contracts/supply/imports.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** The refused rows by number, with the reason and no value. */
export function ErrorTable({ stock }: { stock: StockImport & { errors: RefusedRow[] } }) {
  const { t, number } = useI18n();
  if (stock.refused_by_rule.length === 0) return null;
  const columns: Column<RefusedRow>[] = [
    { key: 'row', header: t('imports.row'), cell: ({ row }) => number(row), priority: 'lead' },
    { key: 'column', header: t('imports.column'), cell: ({ column }) => column && <code>{column}</code> },
    { key: 'rule', header: t('imports.rule'), cell: ({ rule }) => `${t(`rule.${rule}`)} (${rule})` },
  ];
  const options = stock.refused_by_rule.map(({ rule, rows }) => ({
    value: rule,
    label: `${rule}: ${t(`rule.${rule}`)}`,
    count: rows,
  }));
  return (
    <section className="stack" aria-labelledby="errors">
      <h2 id="errors">{t('imports.errors')}</h2>
      <p className="muted">
        {t('imports.errors_more')} {t('imports.again')}
      </p>
      <Filters
        keep={['import']}
        filters={[{ name: 'rule', label: t('imports.rule'), options, any: t('imports.rule_any') }]}
      />
      <Table
        caption={t('imports.errors')}
        columns={columns}
        rows={stock.errors}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      <p>
        <Link to={href('/reseller/import/:id/errors', { id: stock.id })} reloadDocument>
          {t('imports.download_errors')}
        </Link>
      </p>
    </section>
  );
}
