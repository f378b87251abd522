import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { decideGoodwill, getClaim, proposeGoodwill, refuseClaim } from '#contracts/desk/claims.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { sectionsFor } from '#web/layouts/admin/admin-sections.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { DecisionForm } from '#web/ui/controls/decision-form.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ClaimTag } from '#web/ui/office/claim-tag.tsx';
import { ListLink } from '#web/ui/queue/list-link.tsx';
import { Answers } from './answers.tsx';

export const handle = title('claims.of', ({ claim }: { claim: { number: number } }) => ({
  number: String(claim.number),
}));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getClaim, { params: { id: where.params.id ?? '' } });
  return withPreserved({ claim: data, key: crypto.randomUUID() }, where);
}

const DECISIONS = ['refuse', 'propose', 'approved', 'rejected'] as const;

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const decision = DECISIONS.find((one) => one === field('decision')) ?? 'refuse';
  const values = { reason: field('reason'), decision };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const { reason } = values;
  const outcome =
    decision === 'approved' || decision === 'rejected'
      ? await attempt(
          where,
          decideGoodwill,
          {
            params: { id },
            idempotencyKey: `${field('key')}-${decision}`,
            body: { proposal_id: field('proposal_id'), decision, reason },
          },
          [403],
        )
      : await attempt(
          where,
          decision === 'refuse' ? refuseClaim : proposeGoodwill,
          { params: { id }, body: { reason } },
          [403],
        );
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(`claims.done.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/claims/:id', { id })), { headers: { 'set-cookie': said } });
}

export default function AdminClaim() {
  const { t } = useI18n();
  const { claim } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('claims.of', { number: String(claim.number) })} lead={t(`claim.reason.${claim.reason}`)}>
        <div className="row">
          <ClaimTag state={claim.state} />
          <ListLink to={href('/admin/claims')}>{t('claims.title')}</ListLink>
        </div>
      </PageHead>
      <div className="columns">
        <Proof />
        <div className="stack">
          <Decide />
        </div>
      </div>
      <section className="stack" aria-labelledby="answers">
        <h2 id="answers">{t('answers.title')}</h2>
        <Answers answers={claim.answers} currency={claim.currency} />
      </section>
    </>
  );
}

/** Sale, reveal and guarantee, and what the buyer wrote. */
function Proof() {
  const { t, money, number } = useI18n();
  const { claim } = useLoaderData<typeof loader>();
  const { buyer, order, programme, seller, guarantee_paused_seconds: paused } = claim;
  const roles = useRootData()?.user?.roles ?? [];
  const sections = sectionsFor(roles).map(({ to }) => to);
  return (
    <section className="panel stack" aria-label={t('claims.proof')}>
      {claim.note ? <blockquote className="lines">{claim.note}</blockquote> : null}
      {claim.note && roles.includes('support') ? (
        <Link to={`${href('/admin/operations/redact')}?${new URLSearchParams({ kind: 'claim_note', id: claim.id })}`}>
          {t('redact.title')}
        </Link>
      ) : null}
      <Facts
        facts={[
          {
            label: t('claims.buyer'),
            value: <Link to={href('/admin/users/:id', { id: buyer.id })}>{buyer.username}</Link>,
          },
          {
            label: t('claims.order'),
            value: sections.includes(href('/admin/orders')) ? (
              <Link to={href('/admin/orders/:id', { id: order.id })}>{`#${order.number}`}</Link>
            ) : (
              `#${order.number}`
            ),
          },
          {
            label: t('claims.programme'),
            value: <Link to={href('/admin/programmes/:id', { id: programme.id })}>{programme.name}</Link>,
          },
          {
            label: t('claims.batch'),
            value: <Link to={href('/reseller/base/:id', { id: claim.batch_id })}>{t('claims.batch_link')}</Link>,
          },
          seller && { label: t('seller.one'), value: seller.legal_name },
          { label: t('claims.price'), value: money(claim.price_cents) },
          claim.refunded_by_hand_cents > 0 && {
            label: t('claims.by_hand'),
            value: money(claim.refunded_by_hand_cents),
          },
          { label: t('claims.sold'), value: <Time at={claim.sold_at} /> },
          claim.revealed_at !== null && { label: t('claims.revealed'), value: <Time at={claim.revealed_at} /> },
          claim.guarantee_ends_at !== null && {
            label: t('claims.guarantee_end'),
            value: <Time at={claim.guarantee_ends_at} />,
          },
          paused > 0 && {
            label: t('claims.paused'),
            value: t('claims.paused_minutes', { minutes: number(Math.round(paused / 60)) }),
          },
          { label: t('claims.made'), value: <Time at={claim.made_at} /> },
          claim.ticket_id !== null && {
            label: t('claims.ticket'),
            value: <Link to={href('/admin/tickets/:id', { id: claim.ticket_id })}>{t('claims.ticket_link')}</Link>,
          },
          claim.decided_at !== null && { label: t('claims.decided'), value: <Time at={claim.decided_at} /> },
        ]}
      />
    </section>
  );
}

/** What this person can do now: refuse, propose goodwill, decide another one's proposal, or nothing. */
function Decide() {
  const { t } = useI18n();
  const { claim } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const { state, proposal } = claim;
  if (state !== 'open' && state !== 'refused') return <Alert tone="info">{t(`claims.is.${state}`)}</Alert>;
  const mayDecide = proposal && !proposal.own && roles.includes('approver');
  return (
    <>
      {proposal ? (
        <Alert tone="info">
          <p>{t('claims.proposed', { name: proposal.proposer.username, amount: { cents: claim.price_cents } })}</p>
          <p>{proposal.reason}</p>
        </Alert>
      ) : null}
      {mayDecide ? <Judge proposal_id={proposal.id} /> : null}
      {proposal && !mayDecide ? <Alert tone="info">{t('claims.decide_duty')}</Alert> : null}
      {roles.includes('support') ? <Settle /> : <Alert tone="info">{t('claims.support_duty')}</Alert>}
    </>
  );
}

function Settle() {
  const { t } = useI18n();
  const { claim, key } = useLoaderData<typeof loader>();
  const amount = { cents: claim.price_cents };
  const goodwill = { value: 'propose', label: t('claims.propose'), effect: t('claims.propose_more', { amount }) };
  const refusal = {
    value: 'refuse',
    label: t('claims.refuse'),
    variant: 'danger' as const,
    effect: t('claims.refuse_more'),
  };
  const decisions = [...(claim.proposal ? [] : [goodwill]), ...(claim.state === 'open' ? [refusal] : [])];
  if (decisions.length === 0) return null;
  return (
    <DecisionForm
      title={t('claims.settle')}
      decisions={decisions}
      refused={useActionResult<typeof action>()}
      decides={['claims']}
      idempotencyKey={key}
    />
  );
}

function Judge({ proposal_id }: { proposal_id: string }) {
  const { t } = useI18n();
  const { claim, key } = useLoaderData<typeof loader>();
  const amount = { cents: claim.price_cents };
  return (
    <DecisionForm
      title={t('claims.judge')}
      decisions={[
        { value: 'approved', label: t('claims.approve'), effect: t('claims.approve_more', { amount }) },
        { value: 'rejected', label: t('claims.reject'), variant: 'secondary', effect: t('claims.reject_more') },
      ]}
      refused={useActionResult<typeof action>()}
      decides={['claims', 'approvals']}
      idempotencyKey={key}
      optionalReason={t('approvals.reason_optional')}
    >
      {() => <input type="hidden" name="proposal_id" value={proposal_id} />}
    </DecisionForm>
  );
}
