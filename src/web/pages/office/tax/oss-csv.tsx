import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportOss } from '#contracts/office/tax.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { pageContext } from '#web/server/page-context.ts';
import { quarterOf } from './oss-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/oss'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/ledger/oss') + url.search;
  const quarter = quarterOf(url.searchParams, context.get(pageContext).now);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportOss, { query: { quarter } });
  if (outcome.ok) return csvDownload(`facevalue-oss-${quarter}.csv`, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
