import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listRateJumps } from '#contracts/coins/rates.ts';
import { listUnclaimedDeposits, UNCLAIMED_STATES } from '#contracts/coins/unclaimed-deposits.ts';
import { type ChainStatus, listChains } from '#contracts/coins/watcher.ts';
import { COINS } from '#contracts/coins.ts';
import { listSpendingBlocks } from '#contracts/customers/spending.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { people } from '#web/layouts/admin/admin-sections.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { DepositTable } from './deposit-table.tsx';

export const handle = title('admin.chains');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const withPeople = holdsDuty(context.get(pageContext).user?.roles, ...people);
  const [chains, unclaimed, blocks, jumps] = await Promise.all([
    read(where, listChains),
    withPeople ? read(where, listUnclaimedDeposits, { query: unclaimedQueryOf(url) }) : null,
    withPeople ? read(where, listSpendingBlocks) : null,
    read(where, listRateJumps),
  ]);
  // A coin's stands on its chain.
  const fiat = jumps.data.filter(({ coin }) => coin === null);
  return { chains: chains.data, unclaimed, blocks: blocks?.data ?? [], fiat };
}

function unclaimedQueryOf(url: URL) {
  const coin = COINS.find((one) => one === url.searchParams.get('coin'));
  const state = UNCLAIMED_STATES.find((one) => one === url.searchParams.get('state'));
  return { ...(coin && { coin }), ...(state && { state }), ...pageQueryOf(url) };
}

export default function AdminChains() {
  const { t } = useI18n();
  const { chains } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.chains')} lead={t('admin.chains_lead')} />
      <div className="office">
        <FiatJumps />
        <Blocks />
        {chains.length ? (
          <div className="columns">
            {chains.map((chain) => (
              <Chain key={chain.coin} chain={chain} />
            ))}
          </div>
        ) : (
          <Empty title={t('chains.none')}>{t('chains.none_more')}</Empty>
        )}
        <UnclaimedDeposits />
      </div>
    </>
  );
}

function FiatJumps() {
  const { t } = useI18n();
  return useLoaderData<typeof loader>().fiat.map(({ id, currency }) => (
    <Alert key={id} tone="warn">
      {t('chains.fiat_jump', { currency: currency ?? '' })}{' '}
      <Link to={href('/admin/rate-jumps/:id', { id })}>{t('chains.rate_jump_link')}</Link>
    </Alert>
  ));
}

type Block = ReturnType<typeof useLoaderData<typeof loader>>['blocks'][number];

function Blocks() {
  const { t, money } = useI18n();
  const { blocks } = useLoaderData<typeof loader>();
  if (!blocks.length) return null;
  const columns: Column<Block>[] = [
    {
      key: 'account',
      header: t('blocks.account'),
      priority: 'lead',
      cell: ({ username, owed_cents }) => t('blocks.owes', { name: username, amount: money(owed_cents) }),
    },
    {
      key: 'since',
      header: t('blocks.since'),
      cell: ({ blocked_at }) => <Time at={blocked_at} />,
    },
  ];
  return (
    <section className="stack" aria-labelledby="blocks">
      <h2 id="blocks">{t('blocks.title')}</h2>
      <p className="muted">{t('blocks.about')}</p>
      <Table
        caption={t('blocks.title')}
        columns={columns}
        rows={blocks}
        keyOf={({ user_id }) => user_id}
        hrefOf={({ user_id }) => `${href('/admin/users/:id', { id: user_id })}?tab=actions`}
        empty={null}
      />
    </section>
  );
}

function Chain({ chain }: { chain: ChainStatus }) {
  const { t, number, coins } = useI18n();
  const shown = (value: number | null) => (value === null ? t('chains.unknown') : number(value));
  const { deposits: count, units } = chain.unclaimed;
  return (
    <section className="panel stack" aria-labelledby={`chain-${chain.coin}`}>
      <div className="row">
        <h2 id={`chain-${chain.coin}`}>
          {chain.coin} <span className="muted">{chain.network}</span>
        </h2>
        <Tag tone={chain.state === 'following' ? 'good' : 'bad'}>{t(`chains.${chain.state}`)}</Tag>
      </div>
      {chain.reason ? <Alert tone="warn">{chain.reason}</Alert> : null}
      {chain.rate_jump_id ? (
        <Alert tone="warn">
          {t('chains.rate_jump', { coin: chain.coin })}{' '}
          <Link to={href('/admin/rate-jumps/:id', { id: chain.rate_jump_id })}>{t('chains.rate_jump_link')}</Link>
        </Alert>
      ) : null}
      <Facts
        facts={[
          { label: t('chains.height'), value: shown(chain.height) },
          { label: t('chains.tip'), value: shown(chain.tip_height) },
          { label: t('chains.lag'), value: shown(chain.lag) },
          {
            label: t('chains.highest_index'),
            value: chain.highest_index === null ? t('chains.none_given') : number(chain.highest_index),
          },
          { label: t('chains.gap'), value: number(chain.largest_gap) },
          {
            label: t('chains.unclaimed'),
            value: t('chains.unclaimed_of', { count, amount: coins(units, chain.coin) }),
          },
          {
            label: t('chains.checked'),
            value: chain.checked_at ? <Time at={chain.checked_at} /> : t('chains.unknown'),
          },
        ]}
      />
      {chain.hash ? <Copyable label={t('chains.cursor')} value={chain.hash} brief /> : null}
      <Copyable label={t('chains.descriptor')} value={chain.descriptor} />
      <p className="small muted">{t('chains.import', { to: chain.import_to })}</p>
    </section>
  );
}

function UnclaimedDeposits() {
  const { t } = useI18n();
  const { unclaimed } = useLoaderData<typeof loader>();
  if (!unclaimed) return null;
  return (
    <section className="stack" aria-labelledby="unclaimed">
      <h2 id="unclaimed">{t('chains.unclaimed')}</h2>
      <p className="muted">{t('unclaimed.about')}</p>
      <Filters
        filters={[
          {
            name: 'state',
            label: t('unclaimed.state'),
            any: t('unclaimed.any_state'),
            options: UNCLAIMED_STATES.map((value) => ({
              value,
              label: t(`unclaimed.tag.${value === 'open' ? 'nobody' : value}`),
            })),
          },
          {
            name: 'coin',
            label: t('payment.coin'),
            any: t('history.all_coins'),
            options: COINS.map((value) => ({ value, label: value })),
          },
        ]}
      />
      <DepositTable deposits={unclaimed.data} />
      <Pagination meta={unclaimed.meta} />
    </section>
  );
}
