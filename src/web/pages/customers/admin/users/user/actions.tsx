import { useLoaderData, useSearchParams } from 'react-router';
import { ADJUSTMENT_CAUSES, type PersonProposal, type UserDetail } from '#contracts/customers/users.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { type Decision, DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { EndDebt } from './end-debt.tsx';
import { JudgeLinks } from './links.tsx';
import { RefuseTier, SetTier } from './set-tier.tsx';

interface Loaded {
  user: UserDetail;
  key: string;
}

/** The kinds that are decided on this page. */
const here = ['staff.access', 'factors.reset', 'balance.adjust', 'debt.settle', 'tier.raise'];

/** What staff may do with an account; whatever takes two people is decided in the same place. */
export function Actions() {
  const { t } = useI18n();
  const { user } = useLoaderData<Loaded>();
  const me = useRootData()?.user;
  const roles = me?.roles ?? [];
  if (me?.id === user.id) return <Alert tone="info">{t('users.about_you')}</Alert>;
  if (user.erased_at && !user.owed_cents) return <Alert tone="info">{t('users.state.erased')}</Alert>;
  if (user.role === 'admin' && !roles.includes('approver'))
    return <Alert tone="info">{t('users.staff_by_approver')}</Alert>;
  if (!roles.includes('support') && !roles.includes('approver')) return <Alert tone="info">{t('users.duty')}</Alert>;
  const open = user.proposals.filter(({ decision, kind }) => decision === null && here.includes(kind));
  const waits = (kind: string) => open.some((proposal) => proposal.kind === kind);
  const endDebt = user.owed_cents > 0 && !waits('debt.settle') ? <EndDebt /> : null;
  if (user.erased_at) return open[0] ? <Waiting proposal={open[0]} /> : endDebt;
  return (
    <div className="columns">
      <div className="stack">
        {open[0] ? <Waiting proposal={open[0]} /> : null}
        {endDebt}
        {waits('tier.raise') ? null : <SetTier />}
        {user.tier_request ? <RefuseTier {...user.tier_request} /> : null}
        {user.role === 'admin' ? <StaffAccess waits={waits('staff.access')} /> : <Access />}
        <JudgeLinks />
      </div>
      <div className="stack">
        {waits('factors.reset') ? null : <Factors />}
        {waits('balance.adjust') ? null : (
          <div id="adjust">
            <Adjust />
          </div>
        )}
      </div>
    </div>
  );
}

/** One at a time, so that an error stands at its own form. */
function Waiting({ proposal }: { proposal: PersonProposal }) {
  const { t } = useI18n();
  const { key } = useLoaderData<Loaded>();
  return (
    <section className="panel stack" aria-labelledby="waiting">
      <h2 id="waiting">{proposal.label}</h2>
      <Facts facts={[{ label: t('admin.decide_reason'), value: proposal.reason }]} />
      <Judge proposal={proposal} idempotencyKey={key} fields={['cents']}>
        {() => <input type="hidden" name="kind" value={proposal.kind} />}
      </Judge>
    </section>
  );
}

function Access() {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  const decisions: Decision[] = [];
  if (user.disabled_at) decisions.push({ value: 'enable', label: t('users.enable'), effect: t('users.enable_effect') });
  else {
    if (!user.activated_at)
      decisions.push({ value: 'activate', label: t('users.activate'), effect: t('users.activate_effect') });
    decisions.push(
      { value: 'sign-out', label: t('users.sign_out'), variant: 'secondary', effect: t('users.sign_out_effect') },
      { value: 'disable', label: t('users.disable'), variant: 'danger', effect: t('users.disable_effect') },
    );
  }
  return <DecisionForm title={t('users.access')} decisions={decisions} refused={refused} idempotencyKey={key} />;
}

/** Ending the sessions of staff takes one person, disabling them two. */
function StaffAccess({ waits }: { waits: boolean }) {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  const [signOut, disable, enable]: Decision[] = [
    { value: 'sign-out', label: t('users.sign_out'), variant: 'secondary', effect: t('users.staff_sign_out_effect') },
    {
      value: 'propose-disable',
      label: t('users.staff_disable'),
      variant: 'danger',
      effect: t('users.staff_disable_effect'),
    },
    { value: 'propose-enable', label: t('users.staff_enable'), effect: t('users.staff_enable_effect') },
  ];
  const proposals = waits ? [] : [user.disabled_at ? enable : disable];
  const decisions = [...(user.disabled_at ? [] : [signOut]), ...proposals].filter((one) => one !== undefined);
  if (decisions.length === 0) return null;
  return <DecisionForm title={t('users.access')} decisions={decisions} refused={refused} idempotencyKey={key} />;
}

function Factors() {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  if (!user.person.second_factor) return null;
  return (
    <DecisionForm
      title={t('users.factors')}
      decisions={[
        { value: 'reset', label: t('users.factors_propose'), variant: 'danger', effect: t('users.factors_effect') },
      ]}
      refused={refused}
      idempotencyKey={key}
    >
      {() => <p className="small">{t('users.factors_check')}</p>}
    </DecisionForm>
  );
}

function Adjust() {
  const { t } = useI18n();
  // An order's page leads here with its number.
  const order = useSearchParams()[0].get('order') ?? undefined;
  const { key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  return (
    <DecisionForm
      title={t('users.adjust')}
      decisions={[{ value: 'adjust', label: t('users.adjust_propose'), effect: t('users.adjust_effect') }]}
      refused={refused}
      idempotencyKey={key}
      fields={['cents', 'cause', 'order_number']}
    >
      {(typed, errors) => (
        <>
          <Select name="direction" label={t('users.direction')} defaultValue={typed.direction ?? 'credit'}>
            <option value="credit">{t('users.credit')}</option>
            <option value="debit">{t('users.debit')}</option>
          </Select>
          <Field
            name="amount"
            label={t('users.amount')}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            required
            defaultValue={typed.amount}
            errors={errors.cents}
          />
          <Select
            name="cause"
            label={t('users.cause')}
            defaultValue={typed.cause ?? 'correction'}
            errors={errors.cause}
          >
            {ADJUSTMENT_CAUSES.map((cause) => (
              <option key={cause} value={cause}>
                {t(`users.cause.${cause}`)}
              </option>
            ))}
          </Select>
          <Field
            name="order_number"
            label={t('users.refunded_order')}
            hint={t('users.refunded_order_hint')}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={typed.order_number ?? order}
            errors={errors.order_number}
          />
        </>
      )}
    </DecisionForm>
  );
}
