import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getReceipt } from '#contracts/coins/statements.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Wordmark } from '#web/ui/display/mark.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { coinNames } from './payments/offered-coin.ts';
import '#web/styles/billing.css';

export const handle = title('receipt.number', ({ number }: { number: number }) => ({ number: String(number) }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getReceipt, { params: { id: params.id ?? '' } });
  return data;
}

export default function Receipt() {
  const { t } = useI18n();
  const { number, payment } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('receipt.number', { number: String(number) })}>
        <div className="row no-print">
          <Link to={href('/billing/:id', { id: payment.id })}>{t('receipt.payment')}</Link>
          <PrintButton />
        </div>
      </PageHead>
      <Totals />
      <Parties />
      <Parts />
      <p className="small muted">{t('receipt.note')}</p>
    </div>
  );
}

function Parties() {
  const { t } = useI18n();
  const { shop, buyer, payment, network } = useLoaderData<typeof loader>();
  return (
    <section className="panel stack">
      <p className="sheet-shop">
        <Wordmark /> <span className="muted">{shop.url}</span>
      </p>
      <dl className="facts">
        <Fact name={t('receipt.buyer')}>{buyer.name ? `${buyer.name} (${buyer.username})` : buyer.username}</Fact>
        <Fact name={t('field.email')}>{buyer.email}</Fact>
        <Fact name={t('receipt.started')}>
          <Time at={payment.created_at} />
        </Fact>
        <Fact name={t('payment.coin')}>
          {coinNames[payment.coin]} ({payment.coin}), {network}
        </Fact>
        <Fact name={t('payment.address')}>
          {payment.refused ? t('payment.no_address') : <code>{payment.address}</code>}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Parts() {
  const { t, coins, shortCoins, money, number } = useI18n();
  const { parts } = useLoaderData<typeof loader>();
  // Two outputs of one transaction may be credited at the same time.
  return parts.map((part, index) => (
    <section className="panel stack" key={`${part.txid} ${index}`}>
      <h2 title={coins(part.units, part.coin)}>
        {t('receipt.part', { amount: shortCoins(part.units, part.coin), dollars: money(part.cents) })}
        {part.reversed_at ? <span className="muted"> {t('receipt.taken_back')}</span> : null}
      </h2>
      <dl className="facts">
        <Fact name={t('payment.transaction')}>
          <code>{part.txid}</code>
        </Fact>
        <Fact name={t('receipt.block')}>{part.height === null ? t('receipt.no_block') : number(part.height)}</Fact>
        <Fact name={t('receipt.credited_at')}>
          <Time at={part.at} />
        </Fact>
        <Fact name={part.locked ? t('receipt.rate_locked') : t('receipt.rate_current')}>
          {t('payment.rate_of', { rate: money(Math.round(Number(part.usd) * 100)), coin: part.coin })}
        </Fact>
        <Fact name={t('receipt.rate_source')}>
          {part.rate_sources.join(', ')}, <Time at={part.rate_at} />
        </Fact>
      </dl>
    </section>
  ));
}

function Totals() {
  const { t, money } = useI18n();
  const { total_cents, repaid_cents } = useLoaderData<typeof loader>();
  return (
    <dl className="panel facts">
      <div className="total">
        <dt>{t('receipt.total')}</dt>
        <dd className="money">{money(total_cents)}</dd>
      </div>
      {repaid_cents ? <Fact name={t('receipt.repaid')}>{money(repaid_cents)}</Fact> : null}
    </dl>
  );
}
