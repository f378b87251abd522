import { href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listPrefixes, type Prefix, prefixFilters, prefixOptions, prefixSorts } from '#contracts/shop/prefixes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf, searchOf, sortQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { type Filter, Filters } from '#web/ui/data/filters.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { usePrefixColumns } from './bininfo/use-prefix-columns.tsx';

export const handle = title('prefixes.title');

const facts = ['kind', 'level', 'country', 'currency'] as const;

/**
 * Goes to an address without the search where that is none of ours, and without the end of a long number, so that neither
 * the history nor a bookmark keeps what somebody typed.
 */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const typed = searchOf(url.searchParams);
  const q = firstDigits(typed);
  const set = facts.filter(
    (name) => prefixFilters.shape[name].safeParse(url.searchParams.get(name) ?? undefined).success,
  );
  const filters = Object.fromEntries(
    set.map((name) => [name, url.searchParams.get(name)]).filter(([, value]) => value),
  );
  const query = { ...filters, ...(q && { q }), ...sortQueryOf(url, prefixSorts), ...pageQueryOf(url) };
  const [list, options] = await Promise.all([read(where, listPrefixes, { query }), read(where, prefixOptions)]);
  if (list.message !== null) throw redirect(addressOf(url, { q: null, page: null, none: '1' }));
  if (q !== typed) throw redirect(addressOf(url, { q }));
  const none = !q && url.searchParams.has('none');
  return { none, filtered: Boolean(q) || set.some((name) => filters[name]), list, options: options.data };
}

const LONGEST_PREFIX = 12;

/** Of a number only as much as a prefix may have: the rest could be a card's secret. */
function firstDigits(typed: string): string {
  const digits = typed.replace(/[\s.-]/g, '');
  return /^\d+$/.test(digits) && digits.length > LONGEST_PREFIX ? digits.slice(0, LONGEST_PREFIX) : typed;
}

function addressOf(url: URL, changes: Record<string, string | null>): string {
  // A form without JavaScript sends the filters that nobody chose, too.
  const query = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== ''));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `${href('/bininfo')}?${query}`;
}

export default function Bininfo() {
  const { t } = useI18n();
  const { none, filtered, list, options } = useLoaderData<typeof loader>();
  const columns = usePrefixColumns();
  const filters: Filter[] = [
    { name: 'q', label: t('prefixes.q') },
    { name: 'country', label: t('card.country'), any: t('cards.all_countries'), options: options.countries },
    { name: 'currency', label: t('card.currency'), any: t('cards.all_currencies'), options: options.currencies },
    { name: 'level', label: t('card.level'), any: t('cards.all_levels'), options: options.levels },
    { name: 'kind', label: t('prefixes.kind'), any: t('prefixes.all_kinds'), options: options.kinds },
  ];
  return (
    <>
      <PageHead title={t('prefixes.title')} lead={t('prefixes.lead')} />
      <div className="stack">
        <Filters filters={filters} live />
        <Live>{none ? <NotSold /> : null}</Live>
        {none ? null : (
          <Table<Prefix>
            caption={t('prefixes.list')}
            columns={columns}
            rows={list.data}
            keyOf={(row) => row.id}
            hrefOf={(row) => `${href('/brands/:slug', { slug: row.brand })}?programme_id=${row.programme.id}`}
            sorted={{ key: 'prefix', descending: false }}
            empty={<Empty title={t('list.nothing')}>{t(filtered ? 'prefixes.none_fits' : 'prefixes.none')}</Empty>}
          />
        )}
        {none ? null : <Pagination meta={list.meta} />}
      </div>
    </>
  );
}

function NotSold() {
  const { t } = useI18n();
  return (
    <Empty
      title={t('prefixes.not_sold')}
      action={
        <ButtonLink to={href('/bininfo')} variant="secondary">
          {t('prefixes.show_all')}
        </ButtonLink>
      }
    >
      {t('prefixes.not_sold_more')}
    </Empty>
  );
}
