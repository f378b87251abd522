import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportDormantBalances } from '#contracts/office/dormant-balances.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { dormantQueryOf } from './dormant-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/dormant'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/ledger/dormant') + url.search;
  const query = dormantQueryOf(url.searchParams);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportDormantBalances, { query });
  if (outcome.ok) return csvDownload(exportDormantBalances.download, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
