import { href } from 'react-router';
import type { InspectedLine } from '#contracts/shop/orders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { lineTones } from '#web/ui/card/line-tones.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { ClaimTag } from '#web/ui/office/claim-tag.tsx';

/**
 * The cards of an order, never their codes, in the columns that say something of one of them; when what happened, the
 * timeline says. `redacts` for those who may remove a text.
 */
export function useLineColumns(lines: readonly InspectedLine[], redacts: boolean): Column<InspectedLine>[] {
  const { t, money } = useI18n();
  const time = (at: string | null) => (at ? <Time at={at} /> : null);
  const columns: (Column<InspectedLine> & { says?: (line: InspectedLine) => unknown })[] = [
    {
      key: 'programme',
      header: t('claims.programme'),
      priority: 'lead',
      cell: ({ programme: { id, name }, face_cents, currency }) => (
        <>
          <Link to={href('/admin/programmes/:id', { id })}>{name}</Link> {money(face_cents, currency)}
        </>
      ),
    },
    {
      key: 'state',
      header: t('claims.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={lineTones[state]}>{t(`placed.line.${state}`)}</Tag>,
    },
    { key: 'price', header: t('claims.price'), align: 'end', cell: ({ price_cents }) => money(price_cents) },
    {
      key: 'batch',
      header: t('claims.batch'),
      priority: 'low',
      cell: ({ batch_id }) => <Link to={href('/reseller/base/:id', { id: batch_id })}>{t('claims.batch_link')}</Link>,
    },
    {
      key: 'guarantee',
      says: (line) => line.guarantee_ends_at,
      header: t('claims.guarantee_end'),
      cell: (line) => time(line.guarantee_ends_at),
    },
    {
      key: 'claim',
      says: ({ claim }) => claim,
      header: t('claims.one'),
      cell: ({ claim }) =>
        claim ? (
          <>
            <SectionLink to={href('/admin/claims/:id', { id: claim.id })}>{`#${claim.number}`}</SectionLink>{' '}
            <ClaimTag state={claim.state} />
          </>
        ) : null,
    },
    {
      key: 'texts',
      says: ({ gift, noted }) => gift || (redacts && noted),
      header: t('placed.texts'),
      cell: (line) => <Texts line={line} redacts={redacts} />,
    },
  ];
  return columns.filter(({ says }) => !says || lines.some(says));
}

/** What the buyer wrote stays with the buyer; support can remove it. */
function Texts({ line: { id, gift, noted }, redacts }: { line: InspectedLine; redacts: boolean }) {
  const { t } = useI18n();
  const redact = (kind: string, of: string) =>
    `${href('/admin/operations/redact')}?${new URLSearchParams({ kind, id: of })}`;
  return (
    <span className="row">
      {gift ? <Tag>{t('placed.given')}</Tag> : null}
      {gift?.held ? <Tag tone="warn">{t('placed.gift_held')}</Tag> : null}
      {redacts && gift?.has_message ? (
        <Link to={redact('gift_message', gift.id)}>{t('placed.redact_gift')}</Link>
      ) : null}
      {redacts && noted ? <Link to={redact('order_note', id)}>{t('placed.redact_note')}</Link> : null}
    </span>
  );
}
