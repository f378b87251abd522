import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { readNews } from '#contracts/content/content.ts';
import { attempt } from '#web/server/api.ts';

export const loader = () => redirect(href('/news'));

/** Called by the news page to mark the news as read. */
export async function action({ context, url }: ActionFunctionArgs) {
  const outcome = await attempt({ context, url }, readNews, {}, [403, 503]);
  return new Response(null, { status: outcome.ok ? 204 : outcome.refusal.status });
}
