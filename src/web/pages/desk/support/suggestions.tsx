import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { suggestFaqs } from '#contracts/content/content.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';

export const loader = () => redirect(href('/faq'));

/** Called by the form for a new ticket while somebody writes in it. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, suggestFaqs, { body: { text: field('text') } }, [403, 422, 429, 503]);
  return Response.json(outcome.ok ? outcome.reply.data : []);
}
