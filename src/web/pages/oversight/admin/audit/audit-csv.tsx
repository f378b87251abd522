import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportAuditEntries } from '#contracts/oversight/audit.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvDownload } from '#web/server/downloads/csv.ts';
import { auditQueryOf } from './audit-query.ts';

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/audit'));

/** The selected entries as a file; a confirmation on the way returns to the page with the button. */
export async function action({ context, url }: ActionFunctionArgs) {
  const page = href('/admin/audit') + url.search;
  const query = auditQueryOf(url.searchParams);
  const outcome = await attempt({ context, url: new URL(page, url) }, exportAuditEntries, { query });
  if (outcome.ok) return csvDownload(exportAuditEntries.download, outcome.reply);
  const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
