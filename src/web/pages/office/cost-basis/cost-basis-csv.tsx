import { type ActionFunctionArgs, data, href, redirect } from 'react-router';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { pageContext } from '#web/server/page-context.ts';
import { type CostBasisFile, files } from './files.ts';
import { yearIn } from './year-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/cost-basis'));

export async function action({ context, url, params: { file = '' } }: ActionFunctionArgs) {
  if (!Object.hasOwn(files, file)) throw data(null, { status: 404 });
  const call = files[file as CostBasisFile];
  const page = href('/admin/ledger/cost-basis') + url.search;
  const year = yearIn(url.searchParams, context.get(pageContext).now);
  const outcome = await attempt({ context, url: new URL(page, url) }, call, { query: { year } });
  if (outcome.ok) return csvDownload(call.download.replace('.csv', `-${year}.csv`), outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
