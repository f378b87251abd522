import type { LoaderFunctionArgs } from 'react-router';
import { latestNotice } from '#contracts/content/content.ts';
import { attempt } from '#web/server/api.ts';

/** Polled by open pages: the API's response unchanged, requested with the browser's session. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const outcome = await attempt({ context, url }, latestNotice, {}, [403, 503]);
  if (!outcome.ok) return new Response(null, { status: outcome.refusal.status });
  return outcome.reply ? Response.json(outcome.reply) : new Response(null, { status: 204 });
}
