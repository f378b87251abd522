import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportAllPayments } from '#contracts/office/books.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { paymentQueryOf } from './payment-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/payments/all'));

export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/payments/all') + url.search;
  const query = paymentQueryOf(url.searchParams);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportAllPayments, { query });
  if (outcome.ok) return csvDownload(exportAllPayments.download, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
