import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportTrialBalance } from '#contracts/office/periods.ts';
import { daysOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/trial-balance'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/ledger/trial-balance') + url.search;
  const query = daysOf(url.searchParams);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportTrialBalance, { query });
  if (outcome.ok) return csvDownload('facevalue-trial-balance.csv', outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
