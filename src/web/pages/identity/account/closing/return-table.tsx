import type { OwnReturn } from '#contracts/coins/top-up-returns.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Table } from '#web/ui/data/table.tsx';
import { returnTones } from '#web/ui/display/return-tones.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

/** What was asked for and what became of it, the newest first. */
export function ReturnTable({ returns }: { returns: readonly OwnReturn[] }) {
  const { t, money } = useI18n();
  return (
    <Table
      caption={t('closing.returns')}
      columns={[
        {
          key: 'amount',
          header: t('closing.amount'),
          priority: 'lead',
          cell: ({ amount_cents, coin }) => `${money(amount_cents)}, ${coin}`,
        },
        {
          key: 'state',
          header: t('closing.state'),
          priority: 'side',
          cell: ({ state }) => <Tag tone={returnTones[state]}>{t(`top_up_return.state.${state}`)}</Tag>,
        },
        { key: 'address', header: t('closing.address'), cell: ({ address }) => <code>{address}</code> },
        {
          key: 'txid',
          header: t('closing.txid'),
          cell: ({ txid }) => (txid ? <code>{txid}</code> : '–'),
        },
        {
          key: 'at',
          header: t('top_up_return.asked_on'),
          cell: ({ created_at }) => <Time at={created_at} />,
        },
      ]}
      rows={returns}
      keyOf={({ id }) => id}
      empty={null}
    />
  );
}
