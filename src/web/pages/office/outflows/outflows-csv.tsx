import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportOutflows } from '#contracts/office/outflows.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { outflowQueryOf } from './outflow-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/outflows'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/ledger/outflows') + url.search;
  const query = outflowQueryOf(url.searchParams);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportOutflows, { query });
  if (outcome.ok) return csvDownload(exportOutflows.download, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
