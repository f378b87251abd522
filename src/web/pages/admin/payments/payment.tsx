import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { confirmHold, getHeld, releasePayment } from '#contracts/holds.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
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

export const handle = title('admin.payment');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getHeld, { params: { id: params.id ?? '' } });
  return { payment: data, key: crypto.randomUUID() };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const decision = field('decision') === 'keep' ? 'keep' : 'release';
  const values = { reason: field('reason') };
  const outcome = await attempt(
    { context, url },
    decision === 'keep' ? confirmHold : releasePayment,
    { params: { id: params.id ?? '' }, body: values, idempotencyKey: `${field('key')}-${decision}` },
    [403],
  );
  if (!outcome.ok) return refused(outcome.refusal, values);
  const last = outcome.reply.data.decisions.at(-1)?.decision ?? decision;
  const said = flash({ type: 'success', title: message(`admin.decided.${last}`), content: '' });
  return redirect(`/admin/payments/${params.id}`, { headers: { 'set-cookie': said } });
}

export default function AdminPayment() {
  const { t } = useI18n();
  const { payment } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.payment_of', { name: payment.user.username })}>
        <Link to="/admin/payments">{t('admin.payments')}</Link>
      </PageHead>
      <div className="columns">
        <Facts />
        <div className="stack">
          <Decisions />
          {payment.hold_reason ? <Decide /> : <Alert tone="good">{t('admin.nothing_held')}</Alert>}
        </div>
      </div>
    </>
  );
}

function Facts() {
  const { t, coins, money } = useI18n();
  const { payment } = useLoaderData<typeof loader>();
  const held = coins(payment.held_units, payment.coin);
  return (
    <section className="panel stack">
      <h2>{t(payment.hold_reason ? `admin.hold.${payment.hold_reason}` : 'admin.nothing_held')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('admin.user')}</dt>
          <dd>{t('admin.user_tier', { name: payment.user.username, tier: payment.user.tier })}</dd>
        </div>
        <div>
          <dt>{t('payment.received')}</dt>
          <dd>{coins(payment.amount_units, payment.coin)}</dd>
        </div>
        <div>
          <dt>{t('admin.held')}</dt>
          <dd>{payment.held_cents === null ? held : `${held} (${money(payment.held_cents)})`}</dd>
        </div>
        <div>
          <dt>{t('payment.credited_column')}</dt>
          <dd>{money(payment.credited_cents)}</dd>
        </div>
        <div>
          <dt>{t('payment.confirmations')}</dt>
          <dd>
            {t('payment.so_many', {
              done: Math.min(payment.confirmations, payment.confirmations_needed),
              needed: payment.confirmations_needed,
            })}
          </dd>
        </div>
        <div>
          <dt>{t('admin.since')}</dt>
          <dd>
            <Time at={payment.first_seen_at} />
          </dd>
        </div>
        <div>
          <dt>{t('screening.title')}</dt>
          <dd>
            {t(`screening.${payment.screening}`)} {payment.screened_at ? <Time at={payment.screened_at} /> : null}
          </dd>
        </div>
      </dl>
      {payment.list_sha256 ? <Copyable label={t('screening.list')} value={payment.list_sha256} /> : null}
      <Copyable label={t('payment.transaction')} value={payment.txid} />
      <Copyable label={t('payment.address')} value={payment.address} />
      {payment.senders.map((sender) => (
        <Copyable key={sender} label={t('admin.sender')} value={sender} />
      ))}
    </section>
  );
}

function Decisions() {
  const { t } = useI18n();
  const { decisions } = useLoaderData<typeof loader>().payment;
  if (!decisions.length) return null;
  return (
    <section className="stack">
      <h2>{t('admin.decisions')}</h2>
      <ul className="lines-list panel">
        {decisions.map(({ decision, reason, by, at }) => (
          <li key={at + decision}>
            <div>
              <p>
                <strong>{t(`admin.decision.${decision}`, { name: by })}</strong> <Time at={at} />
              </p>
              <p className="lines">{reason}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decide() {
  const { t } = useI18n();
  const { payment, key } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state === 'submitting';
  const proposed = payment.decisions.at(-1)?.decision === 'propose';
  return (
    <Form method="post" className="panel stack" noValidate>
      <h2>{t('admin.decide')}</h2>
      <FormErrors refusal={result?.refusal} fields={['reason']} />
      <p className="small muted">{t(payment.hold_reason === 'review' ? 'admin.decide_two' : 'admin.decide_one')}</p>
      <input type="hidden" name="key" value={key} />
      <Field
        name="reason"
        label={t('admin.decide_reason')}
        hint={t('admin.decide_reason_more')}
        autoComplete="off"
        maxLength={500}
        required
        defaultValue={result?.values.reason}
        errors={result?.refusal.errors.reason}
      />
      <div className="row">
        <Button busy={busy} name="decision" value="release">
          {t(payment.hold_reason === 'review' && !proposed ? 'admin.propose' : 'admin.release')}
        </Button>
        {payment.hold_reason === 'kept' ? null : (
          <Button busy={busy} variant="secondary" name="decision" value="keep">
            {t('admin.keep')}
          </Button>
        )}
      </div>
    </Form>
  );
}
