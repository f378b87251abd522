import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { acceptRate, getRateJump, proposeRate } from '#contracts/coins/rates.ts';
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
import { DecisionForm } from '#web/ui/controls/decision-form.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('rate_jump.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getRateJump, { params: { id: where.params.id ?? '' } });
  return withPreserved({ jump: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const id = params.id ?? '';
  const decision = field('decision') === 'accept' ? 'accept' : 'propose';
  const values = { reason: field('reason'), decision };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const key = { params: { id }, idempotencyKey: `${field('key')}-${decision}` };
  const { reason } = values;
  const outcome =
    decision === 'accept'
      ? await attempt(where, acceptRate, { ...key, body: { proposal_id: field('proposal_id'), reason } }, [403])
      : await attempt(where, proposeRate, { ...key, body: { reason } }, [403]);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(`rate_jump.decided.${decision}`), content: '' });
  return redirect(goOn(field, url, href('/admin/rate-jumps/:id', { id })), { headers: { 'set-cookie': said } });
}

export default function AdminRateJump() {
  const { t } = useI18n();
  const { jump } = useLoaderData<typeof loader>();
  const of = jump.coin ?? jump.currency ?? '';
  const price = (usd: string) => t('rate_jump.price', { usd });
  return (
    <>
      <PageHead
        title={t('rate_jump.of', { coin: of })}
        lead={t(jump.coin ? 'rate_jump.lead' : 'rate_jump.fiat_lead', { coin: of })}
      >
        <Link to={href('/admin/chains')}>{t('admin.chains')}</Link>
      </PageHead>
      <div className="columns">
        <section className="panel stack" aria-label={t('rate_jump.title')}>
          <Facts
            facts={[
              { label: t('rate_jump.from'), value: price(jump.from_usd) },
              { label: t('rate_jump.to'), value: price(jump.usd) },
              { label: t('rate_jump.sources'), value: jump.sources.join(', ') },
              { label: t('rate_jump.since'), value: <Time at={jump.since} /> },
              { label: t('rate_jump.read_at'), value: <Time at={jump.read_at} /> },
            ]}
          />
        </section>
        <div className="stack">{jump.ended_at ? <Ended /> : <Decide />}</div>
      </div>
    </>
  );
}

function Ended() {
  const { t } = useI18n();
  const { jump } = useLoaderData<typeof loader>();
  return <Alert tone="good">{t(jump.accepted ? 'rate_jump.was_accepted' : 'rate_jump.came_back')}</Alert>;
}

/** What this person can do now: accept another one's proposal, make one, or neither. */
function Decide() {
  const { t } = useI18n();
  const { proposal } = useLoaderData<typeof loader>().jump;
  const roles = useRootData()?.user?.roles ?? [];
  const mayAccept = proposal && !proposal.own && roles.includes('approver');
  return (
    <>
      {proposal ? (
        <Alert tone="info">
          <p>{t('rate_jump.proposed', { name: proposal.proposer.username, usd: proposal.usd })}</p>
          <p>{proposal.reason}</p>
        </Alert>
      ) : null}
      {mayAccept ? <Accept proposal_id={proposal.id} /> : null}
      {proposal && !mayAccept ? <Alert tone="info">{t('rate_jump.accept_duty')}</Alert> : null}
      {roles.includes('support') ? <Propose /> : <Alert tone="info">{t('rate_jump.propose_duty')}</Alert>}
    </>
  );
}

function Propose() {
  const { t } = useI18n();
  const { key } = useLoaderData<typeof loader>();
  return (
    <DecisionForm
      title={t('rate_jump.propose')}
      decisions={[{ value: 'propose', label: t('rate_jump.propose_action'), effect: t('rate_jump.propose_more') }]}
      refused={useActionResult<typeof action>()}
      idempotencyKey={key}
    />
  );
}

function Accept({ proposal_id }: { proposal_id: string }) {
  const { t } = useI18n();
  const { key, jump } = useLoaderData<typeof loader>();
  const fiat = jump.coin === null;
  return (
    <DecisionForm
      title={t('rate_jump.accept')}
      decisions={[
        {
          value: 'accept',
          label: t('rate_jump.accept_action'),
          effect: t(fiat ? 'rate_jump.fiat_accept_more' : 'rate_jump.accept_more'),
        },
      ]}
      refused={useActionResult<typeof action>()}
      decides={['approvals']}
      idempotencyKey={key}
    >
      {() => <input type="hidden" name="proposal_id" value={proposal_id} />}
    </DecisionForm>
  );
}
