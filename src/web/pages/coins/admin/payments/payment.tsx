import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { confirmHold, getHeld, releasePayment } from '#contracts/coins/holds.ts';
import { getPurchaseOfDeposit } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { type Decision, DecisionForm } from '#web/ui/controls/decision-form.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ListLink } from '#web/ui/queue/list-link.tsx';
import { DecisionList } from './decision-list.tsx';

export const handle = title('admin.payment_of', ({ payment }: { payment: { user: { username: string } } }) => ({
  name: payment.user.username,
}));

export async function loader(where: LoaderFunctionArgs) {
  const params = { id: where.params.id ?? '' };
  const { data } = await read(where, getHeld, { params });
  const { data: purchase } = await read(where, getPurchaseOfDeposit, { params });
  return withPreserved({ payment: data, purchase, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const { id = '' } = params;
  const field = await readForm(request);
  const decision = field('decision') === 'keep' ? 'keep' : 'release';
  const values = { reason: field('reason'), decision };
  const outcome = await attempt(
    { context, url, preserve: values, sheet: field('sheet') === '1' },
    decision === 'keep' ? confirmHold : releasePayment,
    {
      params: { id },
      body: { reason: values.reason },
      idempotencyKey: `${field('key')}-${decision}`,
    },
  );
  if (!outcome.ok) return refused(outcome.refusal, values);
  const last = outcome.reply.data.decisions.at(-1)?.decision ?? decision;
  const said = flash({ type: 'success', title: message(`admin.decided.${last}`), content: '' });
  return redirect(goOn(field, url, href('/admin/payments/:id', { id })), { headers: { 'set-cookie': said } });
}

export default function AdminPayment() {
  const { t } = useI18n();
  const { payment } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.payment_of', { name: payment.user.username })}>
        <ListLink to={href('/admin/payments')}>{t('admin.payments')}</ListLink>
      </PageHead>
      <div className="columns">
        <Payment />
        <div className="stack">
          {payment.hold_reason ? <Decide /> : <Alert tone="good">{t('admin.nothing_held')}</Alert>}
          <DecisionList
            decisions={payment.decisions.map(({ decision, reason, by, at }) => ({
              key: at + decision,
              at,
              reason,
              what: t(`admin.decision.${decision}`, { name: by }),
            }))}
          />
        </div>
      </div>
    </>
  );
}

function Payment() {
  const { t, coins, money } = useI18n();
  const { payment, purchase } = useLoaderData<typeof loader>();
  const { user, coin, held_cents, hold_reason, list_sha256 } = payment;
  const held = coins(payment.held_units, coin);
  return (
    <section className="panel stack" aria-label={t('admin.payment')}>
      {hold_reason ? (
        <p>
          <Tag tone={hold_reason === 'review' ? 'bad' : 'warn'}>{t(`admin.hold.${hold_reason}`)}</Tag>
        </p>
      ) : null}
      <Facts
        facts={[
          { label: t('admin.held'), value: held_cents === null ? held : `${held} (${money(held_cents)})` },
          { label: t('payment.received'), value: coins(payment.amount_units, coin) },
          { label: t('payment.credited_column'), value: money(payment.credited_cents) },
          {
            label: t('admin.user'),
            value: (
              <Link to={href('/admin/users/:id', { id: user.id })}>
                {t('admin.user_tier', { name: user.username, tier: user.tier })}
              </Link>
            ),
          },
          { label: t('payment.confirmations'), value: <Confirmations /> },
          { label: t('admin.since'), value: <Time at={payment.first_seen_at} /> },
          { label: t('screening.title'), value: <Screening /> },
          ...(purchase ? [{ label: t('admin.payment_buys'), value: <Purchase /> }] : []),
        ]}
      />
      {list_sha256 ? <Copyable label={t('screening.list')} value={list_sha256} brief /> : null}
      <Copyable label={t('payment.transaction')} value={payment.txid} />
      {payment.address ? (
        <Copyable label={t('payment.address')} value={payment.address} />
      ) : (
        <Alert tone="bad">{t('payment.no_address')}</Alert>
      )}
      {payment.senders.map((sender) => (
        <Copyable key={sender} label={t('admin.sender')} value={sender} />
      ))}
      {payment.possible_senders.length > 0 ? (
        <details className="quiet-details">
          <summary>{t('admin.possible_senders', { count: payment.possible_senders.length })}</summary>
          {payment.possible_senders.map((sender) => (
            <Copyable key={sender} label={t('admin.possible_sender')} value={sender} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

/** What its buyer asked to have bought with it, which nobody else can ask for or call off. */
function Purchase() {
  const { t } = useI18n();
  const { purchase } = useLoaderData<typeof loader>();
  if (!purchase) return null;
  const { state, cards, total_cents, order, ended_why } = purchase;
  return (
    <>
      {t('admin.payment_buys_cards', { count: cards.length, total: { cents: total_cents } })},{' '}
      {order ? (
        <Link to={href('/admin/orders/:id', { id: order.id })}>{t(`users.purchase.${state}`)}</Link>
      ) : (
        t(`users.purchase.${state}`)
      )}
      {ended_why ? `. ${ended_why}` : null}
    </>
  );
}

function Confirmations() {
  const { t } = useI18n();
  const { confirmations, confirmations_needed } = useLoaderData<typeof loader>().payment;
  return t('payment.so_many', {
    done: Math.min(confirmations, confirmations_needed),
    needed: confirmations_needed,
  });
}

function Screening() {
  const { t } = useI18n();
  const { screening, screened_at } = useLoaderData<typeof loader>().payment;
  return (
    <>
      {t(`screening.${screening}`)} {screened_at ? <Time at={screened_at} /> : null}
    </>
  );
}

/** Where a release takes two people, one proposes it and another releases. */
function Decide() {
  const { t } = useI18n();
  const { payment, key } = useLoaderData<typeof loader>();
  const proposed = payment.decisions.at(-1)?.decision === 'propose';
  const release: Decision = {
    value: 'release',
    label: t(payment.takes_two && !proposed ? 'admin.propose' : 'admin.release'),
    effect: t(payment.takes_two && !proposed ? 'admin.propose_effect' : 'admin.release_effect'),
  };
  const keep: Decision = {
    value: 'keep',
    label: t('admin.keep'),
    variant: 'secondary',
    effect: t('admin.keep_effect'),
  };
  return (
    <DecisionForm
      title={t('admin.decide')}
      decisions={payment.hold_reason === 'kept' ? [release] : [release, keep]}
      refused={useActionResult<typeof action>()}
      decides={['payments', 'approvals']}
      idempotencyKey={key}
    >
      {() =>
        payment.takes_two ? (
          <Alert tone="warn">{t(payment.hold_reason === 'review' ? 'admin.decide_two' : 'admin.decide_much')}</Alert>
        ) : null
      }
    </DecisionForm>
  );
}
