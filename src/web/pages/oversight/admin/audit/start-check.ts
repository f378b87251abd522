import { type ActionFunctionArgs, redirect } from 'react-router';
import { startVerification, type Verification } from '#contracts/oversight/audit.ts';
import { refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';

/** The action of a page with a check: starts it and shows the page again. */
export async function startCheck({ context, url }: ActionFunctionArgs, kind: Verification['kind']) {
  const outcome = await attempt({ context, url }, startVerification, { body: { kind } });
  return outcome.ok ? redirect(url.pathname + url.search) : refused(outcome.refusal, {});
}
