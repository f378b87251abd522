import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { approveOwner, getUnclaimedDeposit, proposeOwner } from '#contracts/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';

export const handle = title('suspense.one');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getUnclaimedDeposit, { params: { id: params.id ?? '' } });
  return { aside: data, key: crypto.randomUUID() };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const [where, id] = [{ context, url }, params.id ?? ''];
  const decision = field('decision') === 'approve' ? 'approve' : 'propose';
  const values = { owner: field('owner'), reason: field('reason'), decision };
  const key = { params: { id }, idempotencyKey: `${field('key')}-${decision}` };
  const { owner, reason } = values;
  const outcome =
    decision === 'approve'
      ? await attempt(where, approveOwner, { ...key, body: { proposal_id: field('proposal_id'), reason } }, [403])
      : await attempt(where, proposeOwner, { ...key, body: { owner, reason } }, [403]);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(`suspense.decided.${decision}`), content: '' });
  return redirect(`/admin/unclaimed-deposits/${id}`, { headers: { 'set-cookie': said } });
}

export default function AdminUnclaimedDeposit() {
  const { t, coins } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('suspense.of', { amount: coins(aside.amount_units, aside.coin) })}>
        <Link to="/admin/chains">{t('admin.chains')}</Link>
      </PageHead>
      <div className="columns">
        <Facts />
        <div className="stack">
          <Decisions />
          <Decide />
        </div>
      </div>
    </>
  );
}

function Facts() {
  const { t, coins, money, number } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  const amount = coins(aside.amount_units, aside.coin);
  const height = aside.height === null ? t('suspense.tag.gone') : number(aside.height);
  return (
    <section className="panel stack" aria-label={t('suspense.one')}>
      <dl className="facts">
        <div>
          <dt>{t('payment.received')}</dt>
          <dd>{aside.amount_cents === null ? amount : `${amount} (${money(aside.amount_cents)})`}</dd>
        </div>
        <div>
          <dt>{t('suspense.position')}</dt>
          <dd>{t('suspense.position_of', { index: aside.index, height })}</dd>
        </div>
        <div>
          <dt>{t('admin.since')}</dt>
          <dd>
            <Time at={aside.first_seen_at} />
          </dd>
        </div>
      </dl>
      <Copyable label={t('payment.transaction')} value={aside.txid} />
      <Copyable label={t('payment.address')} value={aside.address} />
      {aside.senders.map((sender) => (
        <Copyable key={sender} label={t('admin.sender')} value={sender} />
      ))}
    </section>
  );
}

function Decisions() {
  const { t } = useI18n();
  const { decisions } = useLoaderData<typeof loader>().aside;
  if (!decisions.length) return null;
  return (
    <section className="stack">
      <h2>{t('admin.decisions')}</h2>
      <ul className="lines-list panel">
        {decisions.map(({ id, decision, owner, reason, by, at }) => (
          <li key={id + decision}>
            <div>
              <p>
                <strong>{t(`suspense.decision.${decision}`, { by: by.username, owner: owner.username })}</strong>{' '}
                <Time at={at} />
              </p>
              <p className="lines">{reason}</p>
              <p>
                <Link to={`/admin/users/${owner.id}`}>{t('review.person', { name: owner.username })}</Link>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What this person may do now: agree to somebody else's proposal, make one, or neither. */
function Decide() {
  const { t } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  const me = useRootData()?.user;
  const last = aside.decisions.at(-1);
  if (aside.assigned) {
    const { owner, deposit_id } = aside.assigned;
    return (
      <Alert tone="good">
        {t('suspense.assigned', { name: owner.username })}{' '}
        <Link to={`/admin/payments/${deposit_id}`}>{t('suspense.to_payment')}</Link>
      </Alert>
    );
  }
  if (aside.height === null) return <Alert tone="warn">{t('suspense.not_on_chain')}</Alert>;
  const mayApprove = me?.roles.includes('approver') && last?.by.id !== me.id;
  return (
    <>
      {last && mayApprove ? <Approve proposal_id={last.id} name={last.owner.username} /> : null}
      {last && !mayApprove ? <Alert tone="info">{t('suspense.approve_duty')}</Alert> : null}
      {me?.roles.includes('support') ? <Propose /> : <Alert tone="info">{t('suspense.propose_duty')}</Alert>}
    </>
  );
}

function Propose() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const mine = result?.values.decision === 'propose' ? result : undefined;
  return (
    <Form method="post" className="panel stack" noValidate>
      <h2>{t('suspense.propose')}</h2>
      <FormErrors refusal={mine?.refusal} fields={['owner', 'reason']} />
      <p className="small muted">{t('suspense.propose_more')}</p>
      <Field
        name="owner"
        label={t('suspense.owner')}
        autoComplete="off"
        maxLength={254}
        required
        defaultValue={mine?.values.owner}
        errors={mine?.refusal.errors.owner}
      />
      <Reason decision="propose" />
    </Form>
  );
}

function Approve({ proposal_id, name }: { proposal_id: string; name: string }) {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const mine = result?.values.decision === 'approve' ? result : undefined;
  return (
    <Form method="post" className="panel stack" noValidate>
      <h2>{t('suspense.approve', { name })}</h2>
      <FormErrors refusal={mine?.refusal} fields={['reason']} />
      <p className="small muted">{t('suspense.approve_more')}</p>
      <input type="hidden" name="proposal_id" value={proposal_id} />
      <Reason decision="approve" />
    </Form>
  );
}

function Reason({ decision }: { decision: 'propose' | 'approve' }) {
  const { t } = useI18n();
  const { key } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const mine = result?.values.decision === decision ? result : undefined;
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      <input type="hidden" name="key" value={key} />
      <Field
        name="reason"
        id={`reason-${decision}`}
        label={t('admin.decide_reason')}
        hint={t('admin.decide_reason_more')}
        autoComplete="off"
        maxLength={500}
        required
        defaultValue={mine?.values.reason}
        errors={mine?.refusal.errors.reason}
      />
      <Button busy={busy} name="decision" value={decision}>
        {t(`suspense.${decision}_action`)}
      </Button>
    </>
  );
}
