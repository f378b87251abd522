import type { LoaderFunctionArgs } from 'react-router';
import { searchOwn } from '#contracts/office/lookup.ts';
import { attempt } from '#web/server/api.ts';
import { searchOf } from '#web/server/page-query.ts';

/** Asked by a buyer's command palette: the API's answer, requested with the browser's session. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const query = { q: searchOf(url.searchParams) };
  const outcome = await attempt({ context, url }, searchOwn, { query }, [403, 503]);
  if (!outcome.ok) return new Response(null, { status: outcome.refusal.status });
  return Response.json(outcome.reply);
}
