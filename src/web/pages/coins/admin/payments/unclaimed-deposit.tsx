import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { approveOwner, getUnclaimedDeposit, proposeOwner } from '#contracts/coins/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { DecisionForm } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DecisionList } from './decision-list.tsx';

export const handle = title('unclaimed.one');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getUnclaimedDeposit, { params: { id: where.params.id ?? '' } });
  return withPreserved({ aside: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const decision = field('decision') === 'approve' ? 'approve' : 'propose';
  const values = { owner: field('owner'), reason: field('reason'), decision };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const key = { params: { id }, idempotencyKey: `${field('key')}-${decision}` };
  const { owner, reason } = values;
  const outcome =
    decision === 'approve'
      ? await attempt(where, approveOwner, { ...key, body: { proposal_id: field('proposal_id'), reason } })
      : await attempt(where, proposeOwner, { ...key, body: { owner, reason } });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(`unclaimed.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/unclaimed-deposits/:id', { id })), { headers: { 'set-cookie': said } });
}

export default function AdminUnclaimedDeposit() {
  const { t, coins } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('unclaimed.of', { amount: coins(aside.amount_units, aside.coin) })}>
        <Link to={href('/admin/chains')}>{t('admin.chains')}</Link>
      </PageHead>
      <div className="columns">
        <Deposit />
        <div className="stack">
          <Decide />
          <DecisionList
            decisions={aside.decisions.map(({ id, decision, owner, reason, by, at }) => ({
              key: id,
              reason,
              at,
              what: t(`unclaimed.decision.${decision}`, { by: by.username, owner: owner.username }),
              more: (
                <Link to={href('/admin/users/:id', { id: owner.id })}>
                  {t('review.person', { name: owner.username })}
                </Link>
              ),
            }))}
          />
        </div>
      </div>
    </>
  );
}

function Deposit() {
  const { t, coins, money, number } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  const amount = coins(aside.amount_units, aside.coin);
  const height = aside.height === null ? t('unclaimed.tag.gone') : number(aside.height);
  return (
    <section className="panel stack" aria-label={t('unclaimed.one')}>
      <Facts
        facts={[
          {
            label: t('payment.received'),
            value: aside.amount_cents === null ? amount : `${amount} (${money(aside.amount_cents)})`,
          },
          { label: t('unclaimed.position'), value: t('unclaimed.position_of', { index: aside.index, height }) },
          { label: t('admin.since'), value: <Time at={aside.first_seen_at} /> },
        ]}
      />
      <Copyable label={t('payment.transaction')} value={aside.txid} />
      {aside.address ? (
        <Copyable label={t('payment.address')} value={aside.address} />
      ) : (
        <Alert tone="bad">{t('payment.no_address')}</Alert>
      )}
      {aside.senders.map((sender) => (
        <Copyable key={sender} label={t('admin.sender')} value={sender} />
      ))}
    </section>
  );
}

/** What this user can do now: approve another person's proposal, make one, or neither. */
function Decide() {
  const { t } = useI18n();
  const { aside } = useLoaderData<typeof loader>();
  const me = useRootData()?.user;
  const last = aside.decisions.at(-1);
  if (aside.assigned) {
    const { owner, deposit_id } = aside.assigned;
    return (
      <Alert tone="good">
        {t('unclaimed.assigned', { name: owner.username })}{' '}
        <Link to={href('/admin/payments/:id', { id: deposit_id })}>{t('unclaimed.to_payment')}</Link>
      </Alert>
    );
  }
  if (aside.height === null) return <Alert tone="warn">{t('unclaimed.not_on_chain')}</Alert>;
  const mayApprove = me?.roles.includes('approver') && last?.by.id !== me.id;
  return (
    <>
      {last && mayApprove ? <Approve proposal_id={last.id} name={last.owner.username} /> : null}
      {last && !mayApprove ? <Alert tone="info">{t('unclaimed.approve_duty')}</Alert> : null}
      {me?.roles.includes('support') ? <Propose /> : <Alert tone="info">{t('unclaimed.propose_duty')}</Alert>}
    </>
  );
}

function Propose() {
  const { t } = useI18n();
  const { key } = useLoaderData<typeof loader>();
  return (
    <DecisionForm
      title={t('unclaimed.propose')}
      decisions={[{ value: 'propose', label: t('unclaimed.propose_action'), effect: t('unclaimed.propose_more') }]}
      refused={useActionResult<typeof action>()}
      idempotencyKey={key}
      fields={['owner']}
    >
      {(typed, errors) => (
        <Field
          name="owner"
          label={t('unclaimed.owner')}
          autoComplete="off"
          maxLength={254}
          required
          defaultValue={typed.owner}
          errors={errors.owner}
        />
      )}
    </DecisionForm>
  );
}

function Approve({ proposal_id, name }: { proposal_id: string; name: string }) {
  const { t } = useI18n();
  const { key } = useLoaderData<typeof loader>();
  return (
    <DecisionForm
      title={t('unclaimed.approve', { name })}
      decisions={[{ value: 'approve', label: t('unclaimed.approve_action'), effect: t('unclaimed.approve_more') }]}
      refused={useActionResult<typeof action>()}
      decides={['approvals']}
      idempotencyKey={key}
    >
      {() => <input type="hidden" name="proposal_id" value={proposal_id} />}
    </DecisionForm>
  );
}
