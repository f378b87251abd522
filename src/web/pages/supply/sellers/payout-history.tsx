import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportPayoutHistory } from '#contracts/supply/payouts.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/reseller/payouts'));

/** The payouts of a year with what left for them. */
export async function action({ context, url, params: { year = '' } }: ActionFunctionArgs) {
  const page = href('/reseller/payouts');
  const outcome = await attempt({ context, url: new URL(page, url) }, exportPayoutHistory, { query: { year } });
  if (outcome.ok) return csvDownload(exportPayoutHistory.download.replace('.csv', `-${year}.csv`), outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
