import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { seeNotice } from '#contracts/content/content.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { localPath } from '#web/server/safe-redirect.ts';

export const loader = () => redirect(href('/'));

/** Closes a notice. Its form redirects back to where it was; a script only gets a confirmation. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  // A notice that has since been removed counts as seen.
  await attempt({ context, url }, seeNotice, { query: { id: field('id') } }, [404]);
  if (request.headers.get('accept') === 'application/json') return new Response(null, { status: 204 });
  return redirect(localPath(field('next')));
}
