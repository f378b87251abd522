import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getOrderReceipt } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';

export const handle = title('order.receipt_of', ({ number }: { number: number }) => ({ number: String(number) }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getOrderReceipt, { params: { id: params.id ?? '' } });
  return data;
}

export default function Receipt() {
  const { t, money } = useI18n();
  const { id, number, created_at, shop, buyer, cards, total_cents, refunded_cents } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('order.receipt_of', { number: String(number) })}>
        <div className="row no-print">
          <Link to={href('/orders/:id', { id })}>{t('order.number', { number: String(number) })}</Link>
          <Link to={href('/orders/:id/documents', { id })}>{t('receipt.invoice')}</Link>
          <PrintButton />
        </div>
      </PageHead>
      <section className="panel stack">
        <p className="sheet-shop">
          <Wordmark /> <span className="muted">{shop.url}</span>
        </p>
        <Facts
          facts={[
            { label: t('order.receipt_total'), value: <strong className="money">{money(total_cents)}</strong> },
            refunded_cents > 0 && { label: t('order.refunded'), value: money(refunded_cents) },
            { label: t('order.seller'), value: shop.name },
            { label: t('receipt.buyer'), value: buyer.name ? `${buyer.name} (${buyer.username})` : buyer.username },
            { label: t('field.email'), value: buyer.email },
            { label: t('order.paid_at'), value: <Time at={created_at} /> },
          ]}
        />
      </section>
      {cards.map((card) => (
        <ReceiptCard key={card.id} card={card} />
      ))}
      <p className="small muted">{t('order.receipt_note')}</p>
    </div>
  );
}

type Card = Awaited<ReturnType<typeof loader>>['cards'][number];

function ReceiptCard({ card }: { card: Card }) {
  const { t, face, money } = useI18n();
  return (
    <section className="panel stack">
      <h2>
        {card.name}, {face(card.face_cents, card.currency)}
      </h2>
      <Facts
        facts={[
          { label: t('order.price'), value: money(card.price_cents) },
          { label: t('card.issuer'), value: card.issuer_name },
          { label: t('order.voucher'), value: t(`order.voucher.${card.voucher_kind}`) },
          { label: t('order.card_reference'), value: <code>{card.id}</code> },
          {
            label: t('order.delivered'),
            value: card.delivered_at ? <Time at={card.delivered_at} /> : t('order.not_delivered'),
          },
          card.consent_at !== null && {
            label: t('order.consented'),
            value: (
              <>
                <Time at={card.consent_at} />
                {card.consent_version ? ` (${t('order.consent_text', { version: card.consent_version })})` : null}
              </>
            ),
          },
          card.returned_at !== null && { label: t('order.returned_at'), value: <Time at={card.returned_at} /> },
        ]}
      />
    </section>
  );
}
