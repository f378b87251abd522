import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportTopUpReturns } from '#contracts/coins/top-up-returns.ts';
import { refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = ['top_up_return', 'amount_usd', 'coin', 'address', 'payment_uri'];

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/admin/top-up-returns'));

/** The list to pay, by a form: full addresses don't stand behind a link. */
export async function action({ context, url }: ActionFunctionArgs) {
  // Who has to confirm who they are comes back to the page with the button.
  const outcome = await attempt({ context, url: new URL(href('/admin/top-up-returns'), url) }, exportTopUpReturns);
  if (!outcome.ok) return refused(outcome.refusal, {});
  const rows = outcome.reply.data.map(({ id, amount_cents, coin, address, uri }) => [
    id,
    { cents: amount_cents },
    coin,
    address,
    uri ?? '',
  ]);
  return csvFile('facevalue-top-up-returns.csv', [header, ...rows]);
}
