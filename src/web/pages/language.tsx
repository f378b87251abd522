import { type ActionFunctionArgs, redirect } from 'react-router';
import { readForm } from '#web/form-data.ts';
import { localeCookie } from '#web/locale.ts';
import { pathHere } from '#web/own-path.ts';

export const loader = () => redirect('/');

/** Keeps the language chosen with the switch. */
export async function action({ request }: ActionFunctionArgs) {
  const field = await readForm(request);
  const locale = field('locale')
    .replace(/[^a-z]/g, '')
    .slice(0, 2);
  return redirect(pathHere(field('next')), { headers: { 'set-cookie': localeCookie(locale) } });
}
