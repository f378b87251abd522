import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportPayouts } from '#contracts/supply/payouts.ts';
import { refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = ['payout', 'seller', 'amount_usd', 'kind', 'account', 'payment_uri'];

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/reseller/payouts'));

/** The list to pay, by a form: full accounts don't stand behind a link. */
export async function action({ context, url }: ActionFunctionArgs) {
  // Who has to confirm who they are comes back to the page with the button.
  const outcome = await attempt({ context, url: new URL(href('/reseller/payouts'), url) }, exportPayouts);
  if (!outcome.ok) return refused(outcome.refusal, {});
  const rows = outcome.reply.data.map(({ id, legal_name, amount_cents, kind, address, uri }) => [
    id,
    legal_name,
    { cents: amount_cents },
    kind,
    address,
    uri ?? '',
  ]);
  return csvFile('facevalue-payouts.csv', [header, ...rows]);
}
