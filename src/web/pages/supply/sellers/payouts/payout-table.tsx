import { href } from 'react-router';
import type { Payout } from '#contracts/supply/payouts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { sentText } from './sent-text.ts';

const tones: Record<Payout['state'], Tone> = {
  proposed: 'warn',
  approved: 'info',
  paid: 'good',
  rejected: 'plain',
  failed: 'bad',
  reversed: 'bad',
};

/** Payouts; the seller's name leads to the page where they are decided and recorded. */
export function PayoutTable({ payouts }: { payouts: readonly Payout[] }) {
  const { t } = useI18n();
  return (
    <Table
      caption={t('payout.title')}
      columns={useColumns()}
      rows={payouts}
      keyOf={({ id }) => id}
      hrefOf={({ seller }) => href('/reseller/sellers/:id/payouts', { id: seller.id })}
      empty={<Empty picture="payments" title={t('payout.none')} />}
    />
  );
}

function useColumns(): Column<Payout>[] {
  const i18n = useI18n();
  const { t, money, day } = i18n;
  return [
    { key: 'seller', header: t('seller.one'), priority: 'lead', cell: ({ seller }) => <b>{seller.legal_name}</b> },
    {
      key: 'state',
      header: t('reseller.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`payout.state.${state}`)}</Tag>,
    },
    { key: 'amount', header: t('payout.amount'), align: 'end', cell: ({ amount_cents }) => money(amount_cents) },
    {
      key: 'destination',
      header: t('payout.destination'),
      cell: ({ destination: { kind, hint } }) => `${kind} ${hint}`,
    },
    {
      key: 'sent',
      header: t('payout.sent'),
      align: 'end',
      cell: ({ sent }) => sent && sentText(i18n, sent.sent_units, sent.currency),
    },
    {
      key: 'fee',
      header: t('payout.fee'),
      align: 'end',
      priority: 'low',
      cell: ({ sent }) => sent && sentText(i18n, sent.fee_units, sent.currency),
    },
    { key: 'reference', header: t('payout.reference'), cell: ({ reference }) => reference },
    { key: 'booked', header: t('payout.booked'), cell: ({ booked_on }) => booked_on && day(booked_on) },
    { key: 'at', header: t('payout.proposed_at'), priority: 'low', cell: ({ created_at }) => <Time at={created_at} /> },
  ];
}
