import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { sellerReport } from '#contracts/supply/sellers.ts';
import { readForm } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { csvFile } from '#web/server/downloads/csv.ts';

const header = [
  'id',
  'seller',
  'country',
  'state',
  'verified_at',
  'cards',
  'returned_cards',
  'price_usd',
  'commission_usd',
  'share_usd',
  'paid_usd',
];

/** Opened as a page, it leads to the one with the button. */
export const loader = () => redirect(href('/reseller/sellers'));

/** A year of all sellers as a file, for the authority; a confirmation on the way returns to the page with the button. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const year = (await readForm(request))('year');
  const page = href('/reseller/sellers');
  const outcome = await attempt({ context, url: new URL(page, url) }, sellerReport, { query: { year } });
  if (!outcome.ok) {
    const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
    return redirect(page, { headers: { 'set-cookie': cookie } });
  }
  const rows = outcome.reply.data.map((seller) => [
    seller.id,
    seller.legal_name,
    seller.country,
    seller.state,
    seller.verified_at ?? '',
    seller.cards,
    seller.returned_cards,
    ...[seller.price_cents, seller.commission_cents, seller.share_cents, seller.paid_cents].map((cents) => ({ cents })),
  ]);
  return csvFile(`facevalue-sellers-${year}.csv`, [header, ...rows]);
}
