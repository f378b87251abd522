import { href } from 'react-router';
import type { UnclaimedDeposit } from '#contracts/coins/unclaimed-deposits.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

const tones = { assigned: 'good', gone: 'plain', proposed: 'info', nobody: 'warn' } satisfies Record<string, Tone>;

/** Deposits to addresses that were never issued to anyone. */
export function DepositTable({ deposits }: { deposits: readonly UnclaimedDeposit[] }) {
  const { t, coins, money } = useI18n();
  const columns: Column<UnclaimedDeposit>[] = [
    {
      key: 'amount',
      header: t('unclaimed.amount'),
      priority: 'lead',
      cell: ({ amount_units, coin }) => coins(amount_units, coin),
    },
    {
      key: 'state',
      header: t('unclaimed.state'),
      priority: 'side',
      sortable: stateOf,
      cell: (one) => <Tag tone={tones[stateOf(one)]}>{t(`unclaimed.tag.${stateOf(one)}`)}</Tag>,
    },
    { key: 'txid', header: t('payment.transaction'), priority: 'low', cell: ({ txid }) => <code>{short(txid)}</code> },
    {
      key: 'worth',
      header: t('unclaimed.worth'),
      align: 'end',
      sortable: ({ amount_cents }) => amount_cents,
      cell: ({ amount_cents }) => (amount_cents === null ? null : money(amount_cents)),
    },
    {
      key: 'since',
      header: t('admin.since'),
      align: 'end',
      sortable: ({ first_seen_at }) => first_seen_at,
      cell: ({ first_seen_at }) => <Ago at={first_seen_at} />,
    },
  ];
  return (
    <Table
      caption={t('chains.unclaimed')}
      columns={columns}
      rows={deposits}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => href('/admin/unclaimed-deposits/:id', { id })}
      sorted={{ key: 'since', descending: true }}
      empty={<p className="muted">{t('unclaimed.none')}</p>}
    />
  );
}

function stateOf({ assigned, height, decisions }: UnclaimedDeposit) {
  if (assigned) return 'assigned';
  if (height === null) return 'gone';
  return decisions.length ? 'proposed' : 'nobody';
}

/** Enough to tell two apart; the deposit's page shows the full value. */
const short = (txid: string) => `${txid.slice(0, 10)}…${txid.slice(-6)}`;
