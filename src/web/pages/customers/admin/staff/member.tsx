import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type Duty, decideDuties, dutyNames, getStaffMember, proposeDuties } from '#contracts/customers/users.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Checkbox } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { DutyTags } from './duty-tags.tsx';

export const handle = title('title.of', ({ member }: { member: { username: string } }) => ({ name: member.username }));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getStaffMember, { params: { id: where.params.id ?? '' } });
  return withPreserved({ member: data, key: crypto.randomUUID() }, where);
}

const outcomes = {
  approve: 'staff.decided.approve',
  reject: 'staff.decided.reject',
  propose: 'staff.proposed',
} as const;

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const asked = field('decision');
  const decision = asked === 'approve' || asked === 'reject' ? asked : 'propose';
  const duties = field.all('duties') as Duty[];
  const values = { reason: field('reason'), duties: duties.join(), decision };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const id = params.id ?? '';
  const { reason } = values;
  const outcome =
    decision === 'propose'
      ? await attempt(where, proposeDuties, { params: { id }, body: { duties, reason } })
      : await attempt(where, decideDuties, {
          params: { id },
          body: {
            proposal_id: field('proposal_id'),
            decision: decision === 'approve' ? 'approved' : 'rejected',
            reason,
          },
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message(outcomes[decision]), content: '' });
  return redirect(goOn(field, url, href('/admin/staff/:id', { id })), { headers: { 'set-cookie': toast } });
}

export default function AdminStaffMember() {
  const { t } = useI18n();
  const { member } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('staff.member', { name: member.username })} lead={t('staff.lead')}>
        <Link to={href('/admin/staff')}>{t('staff.title')}</Link>
      </PageHead>
      <div className="columns">
        <Member />
        {member.proposal ? <Decide /> : <Propose />}
      </div>
    </>
  );
}

function Member() {
  const { t } = useI18n();
  const { member } = useLoaderData<typeof loader>();
  const { proposal } = member;
  return (
    <section className="panel stack" aria-label={t('staff.now')}>
      <Facts
        facts={[
          { label: t('staff.now'), value: <DutyTags duties={member.duties} /> },
          {
            label: t('staff.factor'),
            value: member.second_factor ? t('staff.factor_set') : <Tag tone="warn">{t('staff.factor_missing')}</Tag>,
          },
          proposal && {
            label: t('staff.proposed_duties'),
            value: proposal.duties.length > 0 ? <DutyTags duties={proposal.duties} /> : t('staff.none_after'),
          },
          proposal && { label: t('admin.decide_reason'), value: proposal.reason },
        ]}
      />
      <p>
        <SectionLink to={href('/admin/users/:id', { id: member.id })}>
          {t('review.person', { name: member.username })}
        </SectionLink>
      </p>
    </section>
  );
}

function Decide() {
  const { t } = useI18n();
  const { member, key } = useLoaderData<typeof loader>();
  const me = useRootData()?.user;
  if (me?.id === member.id) return <Alert tone="info">{t('staff.about_you')}</Alert>;
  return <Judge proposal={member.proposal} idempotencyKey={key} />;
}

function Propose() {
  const { t } = useI18n();
  const { member, key } = useLoaderData<typeof loader>();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (!roles.includes('approver')) return <Alert tone="info">{t('staff.propose_duty')}</Alert>;
  return (
    <DecisionForm
      title={t('staff.propose_title')}
      decisions={[{ value: 'propose', label: t('staff.propose'), effect: t('staff.member_lead') }]}
      refused={refused}
      idempotencyKey={key}
      fields={['duties']}
    >
      {(typed) => {
        const chosen: readonly string[] = typed.duties?.split(',') ?? member.duties;
        return (
          <fieldset className="stack">
            <legend>{t('staff.column')}</legend>
            {dutyNames.map((duty) => (
              <Checkbox
                key={duty}
                name="duties"
                id={`duty-${duty}`}
                value={duty}
                label={t(`staff.duty.${duty}`)}
                hint={t(`staff.duty_more.${duty}`)}
                defaultChecked={chosen.includes(duty)}
              />
            ))}
          </fieldset>
        );
      }}
    </DecisionForm>
  );
}
