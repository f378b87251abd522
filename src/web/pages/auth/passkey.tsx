import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { createPasskeyChallenge, startPasskey } from '#contracts/factors.ts';
import { readForm } from '#web/forms/form-data.ts';
import { asksToConfirm, attempt } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { preserveForm } from '#web/server/preserve-form.ts';
import { confirmPath } from '#web/server/safe-redirect.ts';

export const loader = () => redirect(href('/'));

/** Passes a challenge to the browser's authenticator as plain JSON, to create a passkey or sign in with one. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const call = field('for') === 'register' ? startPasskey : createPasskeyChallenge;
  const outcome = await attempt({ context, url }, call, {}, [401, 403, 503]);
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (outcome.ok) return Response.json(outcome.reply.data, { headers });
  const { status, message, marks } = outcome.refusal;
  const page = new URL(href('/user/security'), url);
  const confirm = marks && asksToConfirm(marks) ? confirmPath(page) : null;
  if (confirm) headers.set('set-cookie', preserveForm(page, { name: field('name') }, context.get(pageContext).secure));
  return Response.json({ message, confirm }, { status, headers });
}
