import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { listProgrammeDrafts } from '#contracts/supply/programme-drafts.ts';
import { type ListedProgramme, listProgrammes, programmeSorts, programmeStates } from '#contracts/supply/programmes.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf, searchOf, sortQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { DraftList } from './drafts/draft-list.tsx';
import { ProgrammeTag } from './programme-tag.tsx';

export const handle = title('programmes.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const state = programmeStates.find((one) => one === url.searchParams.get('state'));
  const sort = sortQueryOf(url, programmeSorts);
  const { roles } = context.get(pageContext).user ?? {};
  const [listed, drafts] = await Promise.all([
    read({ context, url }, listProgrammes, {
      query: { ...(q && { q }), ...(state && { state }), ...sort, ...pageQueryOf(url) },
    }),
    holdsDuty(roles, 'importer') ? read({ context, url }, listProgrammeDrafts) : null,
  ]);
  return { ...listed, drafts: drafts?.data ?? [] };
}

export default function AdminProgrammes() {
  const { t } = useI18n();
  const { data, meta, states, drafts } = useLoaderData<typeof loader>();
  const mayPropose = useRootData()?.user?.roles.includes('importer');
  const create = mayPropose ? <ButtonLink to={href('/admin/programmes/new')}>{t('programmes.new')}</ButtonLink> : null;
  const options = states.map(({ value, count }) => ({ value, count, label: t(`approvals.state.${value}`) }));
  return (
    <>
      <PageHead title={t('programmes.title')} lead={t('programmes.lead')}>
        {create}
      </PageHead>
      <div className="stack">
        <DraftList drafts={drafts} />
        <Filters
          filters={[
            { name: 'q', label: t('programmes.q') },
            { name: 'state', label: t('programmes.state'), any: t('programmes.any_state'), options },
          ]}
        />
        <Table
          caption={t('programmes.title')}
          columns={useColumns()}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/programmes/:id', { id })}
          sorted={{ key: 'name', descending: false }}
          empty={<NoProgrammes />}
        />
      </div>
      <Pagination meta={meta} />
    </>
  );
}

function NoProgrammes() {
  const { t } = useI18n();
  const { states } = useLoaderData<typeof loader>();
  return states.length ? (
    <Empty title={t('programmes.none_fits')}>{t('programmes.none_fits_more')}</Empty>
  ) : (
    <Empty title={t('programmes.none')}>{t('programmes.none_more')}</Empty>
  );
}

function useColumns(): Column<ListedProgramme>[] {
  const { t, number, country } = useI18n();
  return [
    {
      key: 'name',
      header: t('programmes.name'),
      priority: 'lead',
      sortable: true,
      cell: ({ name, issuer_name }) => (
        <>
          {name} <small>{issuer_name}</small>
        </>
      ),
    },
    {
      key: 'state',
      header: t('programmes.state'),
      priority: 'side',
      cell: ({ state, waiting }) => (
        <>
          <ProgrammeTag state={state} /> {waiting ? <Tag tone="info">{t('programmes.waiting')}</Tag> : null}
        </>
      ),
    },
    {
      key: 'country',
      header: t('approvals.country'),
      cell: (row) => `${country(row.country)}, ${row.currency}`,
    },
    { key: 'mask', header: t('approvals.code'), priority: 'low', cell: ({ code_mask }) => <code>{code_mask}</code> },
    {
      key: 'available',
      header: t('programmes.available'),
      align: 'end',
      cell: ({ available }) => <span className="numerals">{number(available)}</span>,
    },
  ];
}
