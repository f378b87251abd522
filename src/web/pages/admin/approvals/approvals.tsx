import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { decideQuarantine } from '#contracts/batches.ts';
import { listProposals, type Proposal, withdrawProposal } from '#contracts/four-eyes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';

export const handle = title('approvals.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listProposals, { query: pageQueryOf(url) });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const decision = field('decision');
  const params = { id: field('id') };
  const decided = decision === 'approved' || decision === 'rejected';
  const outcome = decided
    ? await attempt({ context, url }, decideQuarantine, { params, body: { decision } })
    : await attempt({ context, url }, withdrawProposal, { params });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const title = message(decided ? SAID[decision] : 'approvals.withdrawn');
  const said = flash({ type: 'success', title, content: '' });
  return redirect('/admin/approvals', { headers: { 'set-cookie': said } });
}

const SAID = { approved: 'approvals.admitted', rejected: 'approvals.rejected' } as const;

export default function AdminApprovals() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('approvals.title')} lead={t('approvals.lead')} />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      {data.length ? (
        <ul className="lines-list panel">
          {data.map((proposal) => (
            <Line key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      ) : (
        <Empty title={t('approvals.none')}>{t('approvals.none_more')}</Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}

function Line({ proposal }: { proposal: Proposal }) {
  const { id, kind, label, link, proposer, reason, proposed_at, own } = proposal;
  const { t } = useI18n();
  return (
    <li>
      <div>
        <p className="row">
          {link ? <Link to={link}>{label}</Link> : <strong>{label}</strong>}
          {own ? <Tag>{t('approvals.own')}</Tag> : null}
        </p>
        {reason ? <p className="lines">{reason}</p> : null}
        <p className="small muted">
          {own ? null : t('approvals.by', { name: proposer.username })} <Time at={proposed_at} />
        </p>
      </div>
      {own ? <Withdraw id={id} label={label} /> : null}
      {!own && kind === 'quarantine.admission' ? <DecideQuarantine proposal={proposal} /> : null}
    </li>
  );
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

function DecideQuarantine({ proposal: { subject, label } }: { proposal: Proposal }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  const decisions = [
    { decision: 'approved', text: t('approvals.admit') },
    { decision: 'rejected', text: t('approvals.reject') },
  ];
  return (
    <div className="row">
      {decisions.map(({ decision, text }) => (
        <Form key={decision} method="post">
          <input type="hidden" name="id" value={subject} />
          <input type="hidden" name="decision" value={decision} />
          <Button variant="secondary" size="small" busy={busy} aria-label={`${text}: ${label}`}>
            {text}
          </Button>
        </Form>
      ))}
    </div>
  );
}
