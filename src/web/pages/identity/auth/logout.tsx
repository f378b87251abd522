import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { logout } from '#contracts/identity/auth.ts';
import { attempt } from '#web/server/api.ts';
import { returnPathCookie } from '#web/server/cookies/return-path-cookie.ts';
import { endedSessionCookie } from '#web/server/cookies/session-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';

export const loader = () => redirect(href('/'));

export async function action({ context, url }: ActionFunctionArgs) {
  // The browser drops the token whatever the API responds.
  await attempt({ context, url }, logout, {}, [401, 403, 503]);
  const { secure } = context.get(pageContext);
  const headers = new Headers({ 'set-cookie': endedSessionCookie(secure) });
  headers.append('set-cookie', returnPathCookie(null, secure));
  // What the next person at this computer could find by the back button. Cookies that only know the browser stay.
  headers.append('clear-site-data', '"cache"');
  return redirect(href('/login'), { headers });
}
