import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportAccount } from '#contracts/identity/account.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { downloadParts } from '#web/server/downloads/download-parts.ts';

const PAGE = href('/user/data');

export const loader = () => redirect(PAGE);

/** The export as a download; a confirmation on the way returns to the page with the button. */
export async function action({ context, url }: ActionFunctionArgs) {
  const outcome = await attempt({ context, url: new URL(PAGE, url) }, exportAccount);
  if (!outcome.ok) {
    const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
    return redirect(PAGE, { headers: { 'set-cookie': cookie } });
  }
  const headers = {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${exportAccount.download}"`,
    'cache-control': 'no-store',
  };
  return new Response(downloadParts(outcome.reply), { headers });
}
