import type { RECORD_KINDS, UserRecord } from '#contracts/customers/users.ts';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { actionName } from '#web/pages/oversight/admin/audit/action-name.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

type Kind = (typeof RECORD_KINDS)[number];

interface Props {
  kind: Kind;
  data: readonly UserRecord[];
  meta: Parameters<typeof Pagination>[0]['meta'];
}

/** One kind of what belongs to an account, newest first. */
export function Records({ kind, data, meta }: Props) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby="records">
      <h2 id="records" className="visually-hidden">
        {t(`users.part.${kind}`)}
      </h2>
      <Table
        caption={t(`users.part.${kind}`)}
        columns={useColumns(kind)}
        rows={data}
        keyOf={({ id }) => id}
        hrefOf={({ link }) => link ?? undefined}
        empty={<Empty title={t('users.no_records')} />}
      />
      <Pagination meta={meta} />
    </section>
  );
}

const whats: Record<string, MessageKey> = {
  'movements.adjustment': 'movement.adjustment',
  'movements.claim': 'movement.claim',
  'movements.debt_settlement': 'movement.debt_settlement',
  'movements.demo_grant': 'movement.demo_grant',
  'movements.order': 'movement.order',
  'movements.preorder_released': 'movement.preorder_released',
  'movements.preorder_reserved': 'movement.preorder_reserved',
  'movements.refund': 'movement.refund',
  'movements.refund_set_off': 'movement.refund_set_off',
  'movements.return': 'movement.return',
  'movements.top_up': 'movement.top_up',
  'movements.top_up_reversal': 'movement.top_up_reversal',
  'movements.top_up_return': 'movement.top_up_return',
  'movements.top_up_return_undone': 'movement.top_up_return_undone',
  'orders.paid': 'users.order.paid',
  'orders.part_refunded': 'users.order.part_refunded',
  'orders.refunded': 'users.order.refunded',
  'payments.credited': 'users.payment.credited',
  'payments.expired': 'users.payment.expired',
  'payments.held': 'users.payment.held',
  'payments.open': 'users.payment.open',
  'payments.pending': 'users.payment.pending',
  'purchases.bought': 'users.purchase.bought',
  'purchases.called_off': 'users.purchase.called_off',
  'purchases.failed': 'users.purchase.failed',
  'purchases.waiting': 'users.purchase.waiting',
  'tickets.1': 'users.ticket.opened',
  'tickets.2': 'users.ticket.buyer',
  'tickets.3': 'users.ticket.support',
  'tickets.4': 'users.ticket.solved',
  'tickets.5': 'users.ticket.closed',
  'sessions.live': 'users.session.live',
  'devices.known': 'users.device.known',
  'devices.trusted': 'users.device.trusted',
};

function useColumns(kind: Kind): Column<UserRecord>[] {
  const { t } = useI18n();
  const nameOf = (what: string) => {
    const key = whats[`${kind}.${what}`];
    if (kind === 'audit') return actionName(t, what);
    return key ? t(key) : t('movement.other');
  };
  return [
    { key: 'what', header: t('users.what'), priority: 'lead', cell: ({ what }) => nameOf(what) },
    { key: 'label', header: t('users.record'), cell: ({ label }) => label || null },
    {
      key: 'amount',
      header: t('payment.amount'),
      align: 'end',
      cell: ({ amount_cents }) => (amount_cents === null ? null : <Money cents={amount_cents} />),
    },
    { key: 'at', header: t('users.at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
}
