import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { logout } from '#contracts/auth.ts';
import { attempt } from '#web/server/api.ts';
import { endedSessionCookie } from '#web/server/cookies/session-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';

export const loader = () => redirect(href('/'));

export async function action({ context, url }: ActionFunctionArgs) {
  // The browser drops the token whatever the API responds.
  await attempt({ context, url }, logout, {}, [401, 403, 503]);
  return redirect(href('/login'), { headers: { 'set-cookie': endedSessionCookie(context.get(pageContext).secure) } });
}
