import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as contract from '#contracts/office/cold-wallets.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { LedgerPages } from '#web/pages/office/books/ledger-pages.tsx';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('title.of', ({ wallet }: { wallet: { name: string } }) => ({ name: wallet.name }));

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, contract.getColdWallet, { params: { id: where.params.id ?? '' } });
  return withPreserved({ wallet: data, key: crypto.randomUUID() }, where);
}

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { decision: field('decision'), reason: field('reason'), about: field('about') };
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const { decision, reason } = values;
  const params = { id };
  const verdict = {
    params,
    body: {
      proposal_id: field('proposal_id'),
      decision: decision === 'approve' ? ('approved' as const) : ('rejected' as const),
      reason,
    },
  };
  const outcome =
    decision === 'remove'
      ? await attempt(where, contract.proposeColdWalletRemoval, { params, body: { reason } })
      : values.about === 'proposed'
        ? await attempt(where, contract.decideColdWallet, verdict)
        : await attempt(where, contract.decideColdWalletRemoval, verdict);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const title =
    decision === 'remove'
      ? message('cold_wallet.proposed')
      : message(decision === 'approve' ? 'approvals.decided.approve' : 'approvals.decided.reject');
  const said = flash({ type: 'success', title, content: '' });
  return redirect(goOn(field, url, href('/admin/ledger/cold-wallets/:id', { id })), {
    headers: { 'set-cookie': said },
  });
}

/** One wallet of the operator: what is public of it, what it holds, and what can be decided about it. */
export default function ColdWalletPage() {
  const { t, coins } = useI18n();
  const { wallet } = useLoaderData<typeof loader>();
  const { name, coin, state, kind, source, balance, first_addresses } = wallet;
  return (
    <>
      <PageHead title={`${name}, ${coin}`}>
        <Link to={href('/admin/ledger/cold-wallets')}>{t('cold_wallets.title')}</Link>
      </PageHead>
      <LedgerPages />
      <div className="columns">
        <section className="panel stack" aria-label={t('cold_wallet.title')}>
          <Facts
            facts={[
              { label: t('claims.state'), value: t('cold_wallet.state', { state }) },
              {
                label: t('cold_wallet.balance'),
                value: balance ? coins(balance.units, coin) : t('cold_wallet.unread'),
              },
              balance !== null && { label: t('chains.checked'), value: <Time at={balance.at} /> },
              { label: t('cold_wallet.added_by'), value: wallet.created_by },
              { label: t('admin.since'), value: <Time at={wallet.created_at} /> },
            ]}
          />
          <Copyable label={t('cold_wallet.source_short')} value={source} />
          {kind !== 'address' && first_addresses.length > 0 ? (
            <>
              <p className="muted">{t('cold_wallet.compare')}</p>
              <ul>
                {first_addresses.map((address) => (
                  <li key={address}>
                    <code>{address}</code>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </section>
        <Forms />
      </div>
    </>
  );
}

function Forms() {
  const { t } = useI18n();
  const { wallet, key } = useLoaderData<typeof loader>();
  const refusedForm = useActionResult<RefusedDecision>();
  const { proposal, state } = wallet;
  const mayRemove = useRootData()?.user?.roles.includes('approver');
  if (proposal) {
    return (
      <div className="stack">
        <Facts facts={[{ label: t('admin.decide_reason'), value: proposal.reason }]} />
        <Judge proposal={proposal} idempotencyKey={key}>
          {() => <input type="hidden" name="about" value={state} />}
        </Judge>
      </div>
    );
  }
  if (state !== 'watched') return null;
  if (!mayRemove) return <Alert tone="info">{t('auth.duty.approver')}</Alert>;
  return (
    <DecisionForm
      title={t('cold_wallet.remove')}
      decisions={[
        {
          value: 'remove',
          label: t('cold_wallet.remove_action'),
          variant: 'secondary',
          effect: t('cold_wallet.remove_effect'),
        },
      ]}
      refused={refusedForm}
      idempotencyKey={key}
    />
  );
}
