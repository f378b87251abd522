import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import * as contract from '#contracts/supply/bank-statements.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Entry } from './entry.tsx';
import '#web/styles/office/admin.css';

export const handle = title('bank.title');

export async function loader({ context, url, params: { id = '' } }: LoaderFunctionArgs) {
  return await read({ context, url }, contract.getBankStatement, { params: { id }, query: pageQueryOf(url) });
}

const SAID = { match: 'bank.matched', explain: 'bank.explained', reopen: 'bank.reopened' } as const;
const asked = (decision: string) => (decision in SAID ? decision : 'explain') as keyof typeof SAID;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = Object.fromEntries(['decision', 'entry_id', 'payout_id', 'note'].map((name) => [name, field(name)]));
  const outcome = await decide({ context, url }, field);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message(SAID[asked(field('decision'))]), content: '' });
  return redirect(url.pathname + url.search, { headers: { 'set-cookie': said } });
}

async function decide(where: Where, field: Awaited<ReturnType<typeof readForm>>) {
  const params = { id: field('entry_id') };
  switch (asked(field('decision'))) {
    case 'match':
      return attempt(where, contract.matchEntry, { params, body: { payout_id: field('payout_id') } });
    case 'reopen':
      return attempt(where, contract.reopenEntry, { params, body: { reason: field('note') } });
    default:
      return attempt(where, contract.explainEntry, { params, body: { note: field('note') } });
  }
}

export default function Statement() {
  const { t, day, number } = useI18n();
  const { data, meta, statement } = useLoaderData<typeof loader>();
  const mayDecide = useRootData()?.user?.roles.includes('payouts') ?? false;
  const { debits, credits, first_on, last_on, account_hint, known } = statement;
  return (
    <>
      <PageHead title={t('bank.of', { account: account_hint })} lead={`${day(first_on)} – ${day(last_on)}`} />
      <div className="office">
        <Stats>
          <Stat label={t('bank.state.open')} value={number(debits.open)} tone={debits.open > 0 ? 'bad' : 'plain'} />
          <Stat label={t('bank.state.matched')} value={number(debits.matched)} />
          <Stat label={t('bank.state.explained')} value={number(debits.explained)} />
          <Stat label={t('bank.credits')} value={number(credits)} />
        </Stats>
        {known > 0 ? <Alert tone="info">{t('bank.known', { entries: known })}</Alert> : null}
        {mayDecide ? null : <Alert tone="info">{t('auth.duty.payouts')}</Alert>}
        <section className="stack" aria-labelledby="entries">
          <h2 id="entries">{t('bank.entries')}</h2>
          {data.length === 0 ? <Empty picture="files" title={t('bank.no_entries')} /> : null}
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} mayDecide={mayDecide} />
          ))}
          <Pagination meta={meta} />
        </section>
      </div>
    </>
  );
}
