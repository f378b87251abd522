import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as contract from '#contracts/coins/top-up-returns.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { goOn } from '#web/server/go-on.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { returnTones } from '#web/ui/display/return-tones.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { ReturnForms } from './return-forms.tsx';

export const handle = title('top_up_return.title');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, contract.getTopUpReturn, { params: { id: where.params.id ?? '' } });
  return withPreserved({ one: data, key: crypto.randomUUID() }, where);
}

const SAID = {
  approve: 'approvals.decided.approve',
  reject: 'approvals.decided.reject',
  propose: 'top_up_return.proposed',
  paid: 'top_up_return.recorded',
  failed: 'top_up_return.recorded',
  reversal: 'top_up_return.reversal_asked',
} as const;

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const names = ['decision', 'reason', 'txid', 'evidence', 'returned_on'];
  const values = Object.fromEntries(names.map((name) => [name, field(name)]));
  const asked = field('decision');
  const decision = (asked in SAID ? asked : 'propose') as keyof typeof SAID;
  const where = { context, url, preserve: values, sheet: field('sheet') === '1' };
  const outcome = await decide(where, decision, { params: { id } }, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(SAID[decision]), content: '' });
  return redirect(goOn(field, url, href('/admin/top-up-returns/:id', { id })), { headers: { 'set-cookie': said } });
}

type Field = Awaited<ReturnType<typeof readForm>>;

function decide(where: Where, decision: keyof typeof SAID, of: { params: { id: string } }, field: Field) {
  const reason = field('reason');
  switch (decision) {
    case 'approve':
    case 'reject': {
      const verdict = decision === 'approve' ? ('approved' as const) : ('rejected' as const);
      const body = { proposal_id: field('proposal_id'), decision: verdict, reason };
      const call = field('about') === 'reversal' ? contract.decideReturnReversal : contract.decideTopUpReturn;
      return attempt(where, call, { ...of, body });
    }
    case 'paid':
      return attempt(where, contract.recordTopUpReturn, { ...of, body: { txid: field('txid'), reason } });
    case 'failed':
      return attempt(where, contract.failTopUpReturn, { ...of, body: { reason } });
    case 'reversal': {
      const body = { evidence: field('evidence'), returned_on: field('returned_on'), reason };
      return attempt(where, contract.proposeReturnReversal, { ...of, body });
    }
    default:
      return attempt(where, contract.proposeTopUpReturn, { ...of, body: { reason } });
  }
}

/** One unspent top-up on its way back: where to, what stands against it, and what comes next. */
export default function TopUpReturn() {
  const { t, money } = useI18n();
  const { one, key } = useLoaderData<typeof loader>();
  const { user, coin, address, state, paid_in } = one;
  return (
    <>
      <PageHead title={t('top_up_return.of', { name: user.username })}>
        <Link to={href('/admin/top-up-returns')}>{t('top_up_return.title')}</Link>
      </PageHead>
      <div className="stack">
        <section className="panel stack" aria-label={t('top_up_return.of', { name: user.username })}>
          <p>
            <Tag tone={returnTones[state]}>{t(`top_up_return.state.${state}`)}</Tag>
          </p>
          <Facts
            facts={[
              { label: t('closing.amount'), value: `${money(one.amount_cents)}, ${coin}` },
              { label: t('top_up_return.paid_in'), value: <code>{paid_in.txid}</code> },
              paid_in.credited_at !== null && { label: t('closing.paid_on'), value: <Time at={paid_in.credited_at} /> },
              { label: t('top_up_return.asked_by'), value: one.created_by },
              { label: t('top_up_return.asked_on'), value: <Time at={one.created_at} /> },
              one.txid !== null && { label: t('closing.txid'), value: <code>{one.txid}</code> },
            ]}
          />
          <Copyable label={t('closing.address')} value={address} />
        </section>
        <div className="stack">
          {one.obstacles.map((obstacle) => (
            <Alert key={obstacle} tone="warn">
              {t('closing.obstacle', { obstacle })}
            </Alert>
          ))}
          <ReturnForms one={one} idempotencyKey={key} />
        </div>
      </div>
    </>
  );
}
