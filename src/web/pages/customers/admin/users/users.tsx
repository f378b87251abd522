import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listUsers, USER_SORTS, USER_STATES, type UserRow } from '#contracts/customers/users.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { daysOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf, searchOf, sortQueryOf } from '#web/server/page-query.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { UserTags } from './user/user-tags.tsx';

export const handle = title('users.title');

const roles = ['buyer', 'admin'] as const;
const tiers = ['0', '1', '2'] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const one = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === url.searchParams.get(name));
  const [q, role, state, tier] = [
    searchOf(url.searchParams),
    one('role', roles),
    one('state', USER_STATES),
    one('tier', tiers),
  ];
  const query = { ...(q && { q }), ...(role && { role }), ...(state && { state }), ...(tier && { tier }) };
  return read({ context, url }, listUsers, {
    query: { ...query, ...daysOf(url.searchParams), ...sortQueryOf(url, USER_SORTS), ...pageQueryOf(url) },
  });
}

export default function AdminUsers() {
  const { t } = useI18n();
  const { data, meta, more } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('users.title')} lead={t('users.lead')} />
      <div className="stack">
        <UserFilters />
        {more ? <Alert tone="info">{t('users.more', { count: meta.total })}</Alert> : null}
        <Table
          caption={t('users.title')}
          columns={useColumns()}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/users/:id', { id })}
          sorted={{ key: 'created_at', descending: true }}
          empty={<Empty title={t('users.none')}>{t('users.none_more')}</Empty>}
        />
      </div>
      <Pagination meta={meta} />
    </>
  );
}

function UserFilters() {
  const { t } = useI18n();
  return (
    <Filters
      filters={[
        { name: 'q', label: t('users.search') },
        {
          name: 'state',
          label: t('users.state'),
          any: t('users.any'),
          options: USER_STATES.map((value) => ({ value, label: t(`users.state.${value}`) })),
        },
        {
          name: 'role',
          label: t('users.role'),
          any: t('users.any'),
          options: roles.map((value) => ({ value, label: t(`users.role.${value}`) })),
        },
        {
          name: 'tier',
          label: t('review.tier'),
          any: t('users.any'),
          options: tiers.map((value) => ({ value, label: value })),
        },
        { name: 'from', label: t('users.joined_from'), type: 'date' },
        { name: 'to', label: t('history.to'), type: 'date' },
      ]}
    />
  );
}

function useColumns(): Column<UserRow>[] {
  const { t, number } = useI18n();
  return [
    { key: 'username', header: t('users.name'), priority: 'lead', sortable: true, cell: ({ username }) => username },
    { key: 'state', header: t('users.state'), priority: 'side', cell: (user) => <UserTags user={user} /> },
    { key: 'tier', header: t('review.tier'), align: 'end', cell: ({ tier }) => number(tier) },
    {
      key: 'balance',
      header: t('review.balance'),
      align: 'end',
      cell: ({ balance_cents }) => <Money cents={balance_cents} />,
    },
    {
      key: 'owed',
      header: t('review.owed'),
      align: 'end',
      priority: 'low',
      cell: ({ owed_cents }) => (owed_cents ? <Money cents={owed_cents} /> : null),
    },
    {
      key: 'found',
      header: t('users.found_by'),
      priority: 'low',
      cell: ({ found_by }) => (found_by ? t(`users.found.${found_by}`) : null),
    },
    {
      key: 'created_at',
      header: t('review.since'),
      align: 'end',
      sortable: true,
      cell: ({ created_at }) => <Time at={created_at} day />,
    },
  ];
}
