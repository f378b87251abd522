import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { changeProfile } from '#contracts/identity/account.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { localeCookie } from '#web/server/cookies/locale-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { localPath } from '#web/server/safe-redirect.ts';

export const loader = () => redirect(href('/'));

/** Stores the language chosen with the switch: in the browser and, for a signed-in user, in the account. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const locale = field('locale')
    .replace(/[^a-z]/g, '')
    .slice(0, 2);
  // The API rejects an unsupported language, and the cookie reader ignores it.
  if (context.get(pageContext).user)
    await attempt({ context, url }, changeProfile, { body: { locale } }, [401, 403, 503]);
  return redirect(localPath(field('next')), { headers: { 'set-cookie': localeCookie(locale) } });
}
