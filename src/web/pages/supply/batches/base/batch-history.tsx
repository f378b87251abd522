import type { Reply } from '#contracts/call.ts';
import type { listBatchHistory } from '#contracts/supply/stock.ts';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

type Page = Reply<typeof listBatchHistory>;
type Entry = Page['data'][number];

const ACTIONS: Record<string, MessageKey> = {
  'batch.created': 'reseller.did.created',
  'batch.imported': 'reseller.did.imported',
  'batch.refused': 'reseller.did.refused',
  'batch.nothing_imported': 'reseller.did.nothing_imported',
  'batch.confirmed': 'reseller.did.confirmed',
  'batch.approved': 'reseller.did.approved',
  'batch.paused': 'reseller.did.paused',
  'batch.resumed': 'reseller.did.resumed',
  'batch.withdrawn': 'reseller.did.withdrawn',
  'batch.cards_voided': 'reseller.did.cards_voided',
  'batch.cards_expired': 'reseller.did.cards_expired',
  'batch.issuer_asked': 'reseller.did.issuer_asked',
  'batch.issuer_failed': 'reseller.did.issuer_failed',
  'batch.canaries_chosen': 'reseller.did.canaries_chosen',
  'batch.canary_redeemed': 'reseller.did.canary_redeemed',
  'batch.braked': 'reseller.did.braked',
  'batch.brake_released': 'reseller.released',
  'batch.prices_changed': 'reseller.did.prices_changed',
  'batch.repriced': 'reseller.did.repriced',
  'proposal.opened': 'reseller.did.proposed',
  'proposal.approved': 'reseller.did.approved_proposal',
  'proposal.rejected': 'reseller.did.rejected',
  'proposal.withdrawn': 'reseller.did.withdrawn_proposal',
  'quarantine.approved': 'reseller.did.admitted',
  'quarantine.rejected': 'reseller.did.not_admitted',
};

/** What was done with the batch, by whom and why. */
export function BatchHistory({ history: { data, meta } }: { history: Page }) {
  const { t, number } = useI18n();
  const columns: Column<Entry>[] = [
    {
      key: 'action',
      header: t('reseller.what'),
      priority: 'lead',
      cell: ({ action, details: { reason } }) => {
        const text = ACTIONS[action];
        return (
          <>
            <b>{text ? t(text) : action}</b>
            {typeof reason === 'string' ? <small className="lines">{reason}</small> : null}
          </>
        );
      },
    },
    {
      key: 'cards',
      header: t('approvals.cards'),
      align: 'end',
      cell: ({ details }) => {
        const cards = details.cards ?? details.imported ?? details.confirmed ?? details.on_sale;
        return typeof cards === 'number' ? number(cards) : null;
      },
    },
    { key: 'by', header: t('reseller.by'), cell: ({ by }) => by ?? t('reseller.by_shop') },
    { key: 'at', header: t('reseller.at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t('reseller.history')}</h2>
      <Table
        caption={t('reseller.history')}
        columns={columns}
        rows={data}
        keyOf={({ id }) => String(id)}
        empty={<p className="muted">{t('reseller.no_history')}</p>}
      />
      <Pagination meta={meta} />
    </section>
  );
}
