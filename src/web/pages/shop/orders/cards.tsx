import {
  type ActionFunctionArgs,
  data,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { changeBoughtCard, listWallet } from '#contracts/shop/wallet.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { walletQueryOf } from './cards/wallet-query.ts';
import { WalletRow } from './cards/wallet-row.tsx';
import { OrderSections } from './order-sections.tsx';
import '#web/styles/buying.css';

export const handle = title('wallet.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const filters = walletQueryOf(url.searchParams);
  const { data: cards, meta } = await read({ context, url }, listWallet, {
    query: { ...filters, ...pageQueryOf(url) },
  });
  return { cards, meta, filtered: Object.keys(filters).length > 0 };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const card_id = field('card_id');
  const params = { id: field('order_id'), card_id };
  const intent = field('intent');
  const body = intent === 'note' ? { note: field('note') } : { used: intent === 'used' };
  const outcome = await attempt(where, changeBoughtCard, { params, body });
  if (!outcome.ok) return data({ card_id, refusal: outcome.refusal }, { status: outcome.refusal.status });
  return redirect(url.pathname + url.search);
}

export default function Cards() {
  const { t } = useI18n();
  const { cards, meta, filtered } = useLoaderData<typeof loader>();
  const posted = useActionResult() as { card_id: string; refusal?: Refusal } | undefined;
  const brands = Map.groupBy(cards, ({ programme }) => programme.id);
  return (
    <>
      <OrderSections />
      <PageHead title={t('wallet.title')} lead={t('wallet.lead')}>
        {cards.length ? <Csv /> : null}
      </PageHead>
      {meta.programmes.length ? <WalletSearch /> : null}
      {cards.length ? null : <NoCards filtered={filtered} />}
      <div className="stack wallet">
        {[...brands].map(([id, held]) => (
          <section key={id} aria-label={held[0]?.programme.name}>
            <h2>{held[0]?.programme.name}</h2>
            <ul className="lines-list panel">
              {held.map((card) => (
                <WalletRow
                  key={`${card.order.id} ${card.id}`}
                  card={card}
                  posted={posted?.card_id === card.id ? posted.refusal : undefined}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Pagination meta={meta} />
    </>
  );
}

function NoCards({ filtered }: { filtered: boolean }) {
  const { t } = useI18n();
  if (!filtered)
    return (
      <Empty title={t('orders.none')} action={<ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>}>
        {t('orders.none_more')}
      </Empty>
    );
  return (
    <Empty
      title={t('list.nothing')}
      action={
        <ButtonLink to={href('/orders/cards')} variant="secondary">
          {t('list.show_all')}
        </ButtonLink>
      }
    >
      {t('wallet.none_fits')}
    </Empty>
  );
}

function WalletSearch() {
  const { t } = useI18n();
  const { meta } = useLoaderData<typeof loader>();
  const states = meta.states.map((one) => ({ ...one, label: t(`wallet.state.${one.value}`) }));
  return (
    <Filters
      filters={[
        { name: 'q', label: t('wallet.q') },
        { name: 'programme_id', label: t('wallet.brand'), any: t('wallet.all_brands'), options: meta.programmes },
        { name: 'state', label: t('wallet.state'), any: t('wallet.any_state'), options: states },
      ]}
      keep={[]}
    />
  );
}

/** A file is not a page: the browser downloads it directly. */
function Csv() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  return <a href={`${href('/orders/cards/csv')}?${query}`}>{t('wallet.csv')}</a>;
}
