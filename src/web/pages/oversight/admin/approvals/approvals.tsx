import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { listProposals, type Proposal, proposalSorts, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { inQueue } from '#web/layouts/admin/queue/in-queue.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf, sortQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export const handle = title('approvals.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listProposals, { query: { ...pageQueryOf(url), ...sortQueryOf(url, proposalSorts) } });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, withdrawProposal, { params: { id: field('id') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: message('approvals.withdrawn'), content: '' });
  return redirect(href('/admin/approvals'), { headers: { 'set-cookie': said } });
}

export default function AdminApprovals() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <>
      <PageHead title={t('approvals.title')} lead={t('approvals.lead')} />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      <Table
        caption={t('approvals.title')}
        columns={useColumns()}
        rows={data}
        keyOf={({ id }) => id}
        hrefOf={({ link, own }) => (link && !own ? inQueue('approvals', link, query) : (link ?? undefined))}
        sorted={{ key: 'proposed_at', descending: false }}
        empty={<Empty title={t('approvals.none')}>{t('approvals.none_more')}</Empty>}
      />
      <Pagination meta={meta} />
    </>
  );
}

function useColumns(): Column<Proposal>[] {
  const { t } = useI18n();
  const anyAction = useLoaderData<typeof loader>().data.some(({ own }) => own);
  const action: Column<Proposal> = {
    key: 'end',
    header: t('alerts.action'),
    align: 'end',
    cell: ({ id, label, own }) => (own ? <Withdraw id={id} label={label} /> : null),
  };
  return [
    {
      key: 'what',
      header: t('approvals.proposal'),
      priority: 'lead',
      cell: ({ label, reason }) => (
        <>
          {label} {reason ? <small className="lines">{reason}</small> : null}
        </>
      ),
    },
    {
      key: 'proposer',
      header: t('approvals.proposer'),
      cell: ({ own, proposer }) =>
        own ? (
          <Tag>{t('approvals.you')}</Tag>
        ) : (
          <SectionLink to={href('/admin/users/:id', { id: proposer.id })}>{proposer.username}</SectionLink>
        ),
    },
    {
      key: 'proposed_at',
      header: t('admin.since'),
      sortable: true,
      cell: ({ proposed_at }) => <Ago at={proposed_at} />,
    },
    ...(anyAction ? [action] : []),
  ];
}

function Withdraw({ id, label }: { id: string; label: string }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button variant="secondary" size="small" busy={busy} aria-label={`${t('approvals.withdraw')}: ${label}`}>
        {t('approvals.withdraw')}
      </Button>
    </Form>
  );
}
