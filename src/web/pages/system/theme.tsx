import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { changeProfile } from '#contracts/identity/account.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { themeCookie, themes } from '#web/server/cookies/theme-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { localPath } from '#web/server/safe-redirect.ts';

export const loader = () => redirect(href('/'));

/** Stores the theme chosen with the switch: in the browser and, for a signed-in user, in the account. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const theme = themes.find((one) => one === field('theme')) ?? 'system';
  if (context.get(pageContext).user)
    await attempt({ context, url }, changeProfile, { body: { theme } }, [401, 403, 503]);
  return redirect(localPath(field('next')), { headers: { 'set-cookie': themeCookie(theme) } });
}
