import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportGobd } from '#contracts/office/gobd.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { zipDownload } from '#web/server/downloads/zip.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/ledger/months'));

export async function action({ context, url, params: { year = '' } }: ActionFunctionArgs) {
  const page = href('/admin/ledger/months');
  const outcome = await attempt({ context, url: new URL(page, url) }, exportGobd, { params: { year } });
  if (outcome.ok) return zipDownload(exportGobd.download.replace('.zip', `-${year}.zip`), outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
