import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportTax } from '#contracts/office/books.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { pageContext } from '#web/server/page-context.ts';
import { taxQueryOf } from './tax-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/tax'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/ledger/tax') + url.search;
  const query = taxQueryOf(url.searchParams, context.get(pageContext).now);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportTax, { query });
  if (outcome.ok) return csvDownload(`facevalue-tax-${query.year}.csv`, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
