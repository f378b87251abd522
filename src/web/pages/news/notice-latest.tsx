import type { LoaderFunctionArgs } from 'react-router';
import { latestNotice } from '#contracts/content.ts';
import { attempt } from '#web/server/api.ts';

/** What an open page polls: the API's answer as it is, asked with the browser's session. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const outcome = await attempt({ context, url }, latestNotice, {}, [403, 503]);
  if (!outcome.ok) return new Response(null, { status: outcome.refusal.status });
  return outcome.reply ? Response.json(outcome.reply) : new Response(null, { status: 204 });
}
