import { href } from 'react-router';
import type { LedgerTransfer } from '#contracts/office/books.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { transferName } from '#web/ui/office/ledger-names.ts';
import { AccountLink } from './account-link.tsx';
import { Cause } from './cause.tsx';

export function TransferTable({ caption, transfers }: { caption: string; transfers: readonly LedgerTransfer[] }) {
  const { t, money } = useI18n();
  const columns: Column<LedgerTransfer>[] = [
    { key: 'kind', header: t('ledger.kind'), priority: 'lead', cell: ({ kind }) => transferName(t, kind) },
    {
      key: 'cents',
      header: t('ledger.amount'),
      priority: 'side',
      align: 'end',
      cell: (one) => money(one.amount_cents),
    },
    { key: 'debit', header: t('ledger.debit'), cell: ({ debit }) => <AccountLink account={debit} /> },
    { key: 'credit', header: t('ledger.credit'), cell: ({ credit }) => <AccountLink account={credit} /> },
    { key: 'cause', header: t('ledger.cause'), cell: (one) => <Cause record={one.record} reference={one.reference} /> },
    { key: 'at', header: t('ledger.at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={transfers}
      keyOf={({ id }) => String(id)}
      hrefOf={({ id }) => href('/admin/ledger/transfers/:id', { id: String(id) })}
      empty={<Empty picture="payments" title={t('ledger.no_transfers')} />}
    />
  );
}
