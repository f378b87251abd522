import { href } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import { CARD_STATES, type getBatch } from '#contracts/supply/stock.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { BatchTag } from '#web/ui/office/batch-tag.tsx';

type Batch = Reply<typeof getBatch>['data'];

/** Where a batch comes from, what is in it and what it earns. */
export function Provenance({ batch }: { batch: Batch }) {
  const { t, money, face, number, rateOfHundred, day } = useI18n();
  const { cards, counts, programme, authorisation } = batch;
  return (
    <section className="panel stack" aria-label={t('approvals.of_batch')}>
      <p>
        <BatchTag state={batch.state} />
      </p>
      <Facts
        facts={[
          {
            label: t('approvals.of_programme'),
            value: <Link to={href('/admin/programmes/:id', { id: programme.id })}>{programme.name}</Link>,
          },
          batch.seller && {
            label: t('seller.one'),
            value: <Link to={href('/reseller/sellers/:id', { id: batch.seller.id })}>{batch.seller.legal_name}</Link>,
          },
          { label: t('approvals.supplier'), value: batch.supplier },
          {
            label: t('approvals.invoice'),
            value: t('approvals.invoice_of', { reference: batch.invoice_reference, date: day(batch.invoice_date) }),
          },
          authorisation && { label: t('reseller.authorisation'), value: <Authorisation {...authorisation} /> },
          { label: t('approvals.cards'), value: number(counts.total) },
          ...CARD_STATES.filter((state) => counts[state] > 0).map((state) => ({
            label: t(`card.state.${state}`),
            value: number(counts[state]),
          })),
          batch.unusable > 0 && { label: t('reseller.unusable'), value: number(batch.unusable) },
          { label: t('approvals.confirmed'), value: number(cards.confirmed) },
          { label: t('approvals.face_total'), value: face(cards.face_cents, programme.currency) },
          programme.currency !== 'USD' && {
            label: t('approvals.exchange_rate'),
            value: t('approvals.exchange_rate_value', {
              currency: programme.currency,
              dollars: rateOfHundred(batch.usd_e9),
            }),
          },
          {
            label: t('approvals.discount'),
            value: t('approvals.discount_value', { percent: number(batch.discount_bp / 100) }),
          },
          batch.floor_bp !== null && {
            label: t('programmes.floor'),
            value: t('approvals.discount_value', { percent: number(batch.floor_bp / 100) }),
          },
          { label: t('reseller.stock_price'), value: money(batch.stock_price_cents) },
          { label: t('reseller.stock_cost'), value: known(batch.stock_cost_cents) },
          { label: t('reseller.sold_price'), value: money(batch.sold_price_cents) },
          batch.sold_cost_cents !== null && {
            label: t('reseller.margin'),
            value: money(batch.sold_price_cents - batch.sold_cost_cents),
          },
          { label: t('approvals.opened_by'), value: batch.created_by.username },
          batch.imported_by && { label: t('approvals.imported_by'), value: batch.imported_by.username },
          { label: t('admin.since'), value: <Time at={batch.created_at} /> },
        ]}
      />
      {batch.evidence_sha256 ? <Copyable label={t('approvals.evidence')} value={batch.evidence_sha256} brief /> : null}
      {batch.file_sha256 ? <Copyable label={t('approvals.file')} value={batch.file_sha256} brief /> : null}
    </section>
  );

  function known(cents: number | null) {
    return cents === null ? t('reseller.unknown') : money(cents);
  }
}

function Authorisation({ reference, from, until }: NonNullable<Batch['authorisation']>) {
  const { t, day } = useI18n();
  return until
    ? t('reseller.authorised', { reference, from: day(from), until: day(until) })
    : t('reseller.authorised_open', { reference, from: day(from) });
}
