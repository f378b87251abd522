import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect } from 'react-router';
import { markPresence } from '#contracts/desk/desk.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';

const STATES = ['looking', 'typing', 'gone'] as const;

export const loader = ({ params: { id = '' } }: LoaderFunctionArgs) => redirect(href('/admin/tickets/:id', { id }));

/** Called by the ticket's page for as long as it is open. */
export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const state = STATES.find((one) => one === field('state')) ?? 'looking';
  const outcome = await attempt({ context, url }, markPresence, { params: { id }, body: { state } }, [403, 503]);
  return new Response(null, { status: outcome.ok ? 204 : outcome.refusal.status });
}
