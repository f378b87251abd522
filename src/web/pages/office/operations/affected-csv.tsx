import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { listAffected } from '#contracts/office/retention.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';
import { typedIncident } from './retention/typed-incident.ts';

const header = ['user', 'username', 'email', 'why', 'times', 'first_at', 'last_at'];

/** Opened as a page, it leads to the one with the form. */
export const loader = () => redirect(href('/admin/operations/affected'));

export async function action({ request, context, url }: ActionFunctionArgs) {
  const { body, values } = typedIncident(await readForm(request));
  // Who has to confirm who they are comes back to the page with the form.
  const where = { context, url: new URL(href('/admin/operations/affected'), url), preserve: values };
  const outcome = await attempt(where, listAffected, { body });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const rows = outcome.reply.data.map(({ user_id, username, email, why, times, first_at, last_at }) => [
    user_id,
    username,
    email ?? '',
    why,
    times,
    first_at,
    last_at,
  ]);
  return csvFile('facevalue-affected-users.csv', [header, ...rows]);
}
