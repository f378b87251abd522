import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { createPasskeyChallenge, startPasskey } from '#contracts/identity/factors.ts';
import { createDecisionChallenge } from '#contracts/oversight/four-eyes.ts';
import { readForm } from '#web/forms/form-data.ts';
import { asksToConfirm } from '#web/server/api.ts';
import { ApiError } from '#web/server/api-error.ts';
import { type ApiCall, pageContext } from '#web/server/page-context.ts';
import { preserveForm } from '#web/server/preserve-form.ts';
import { confirmPath } from '#web/server/safe-redirect.ts';

export const loader = () => redirect(href('/'));

/** Passes a challenge to the browser's authenticator as plain JSON, to create a passkey, to sign in or to sign a decision with one. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const { api, secure } = context.get(pageContext);
  const headers = new Headers({ 'cache-control': 'no-store' });
  try {
    return Response.json((await challengeFor(api, field)).data, { headers });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const page = new URL(href('/user/security'), url);
    const confirm = asksToConfirm(error.marks) ? confirmPath(page) : null;
    if (confirm) headers.set('set-cookie', preserveForm(page, { name: field('name') }, secure));
    return Response.json({ message: error.message, confirm }, { status: error.status, headers });
  }
}

function challengeFor(api: ApiCall, field: (name: string) => string) {
  const [id, decision] = [field('proposal_id'), field('decision')];
  if (field('for') === 'register') return api(startPasskey);
  if (!id) return api(createPasskeyChallenge);
  // The API refuses any other decision.
  return api(createDecisionChallenge, { params: { id }, body: { decision: decision as 'approved' | 'rejected' } });
}
