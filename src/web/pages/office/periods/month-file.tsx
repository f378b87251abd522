import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect } from 'react-router';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { files, type MonthFile } from './month/files.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(href('/admin/ledger/months/:id', { id: params.id ?? '' }));

export async function action({ context, url, params: { id = '', file = '' } }: ActionFunctionArgs) {
  if (!Object.hasOwn(files, file)) throw data(null, { status: 404 });
  const { call, detail } = files[file as MonthFile];
  const page = href('/admin/ledger/months/:id', { id });
  const outcome = await attempt({ context, url: new URL(page, url) }, call, {
    params: { month: id },
    query: { detail },
  });
  if (outcome.ok) {
    const name = call.download.replace('.csv', `-${id}.csv`);
    return csvDownload(name, outcome.reply, 'charset' in call ? call.charset : undefined);
  }
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
