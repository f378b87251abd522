import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect } from 'react-router';
import { readTicket } from '#contracts/desk/support.ts';
import { attempt } from '#web/server/api.ts';

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => redirect(href('/support/:id', { id }));

/** Called by the ticket's page to take its unread mark off. */
export async function action({ context, url, params: { id = '' } }: ActionFunctionArgs) {
  const outcome = await attempt({ context, url }, readTicket, { params: { id } }, [403, 503]);
  return new Response(null, { status: outcome.ok ? 204 : outcome.refusal.status });
}
