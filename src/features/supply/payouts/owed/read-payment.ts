import type { Payout, SellerPayment } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../../ctx.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { visibleSellers } from '../../sellers/access/of-seller.ts';
import { balancesOf } from '../../sellers/seller/read-sellers.ts';
import { payoutKind } from '../payout/payout-kind.ts';
import { selectPayouts } from '../payout/read-payout.ts';
import { returnKind } from '../returned/return-kind.ts';
import { findObstacles } from './find-obstacles.ts';
import { sellerMovements } from './seller-movements.ts';

type Row = Pick<SellerPayment, 'seller' | 'balances' | 'minimum_payout_cents'>;

/** What a seller is owed, was paid and where to; not_found for another's. */
export async function readPayment(ctx: VaultCtx, sql: Db, actor: Actor, id: string): Promise<SellerPayment> {
  const [row] = await sql<Row[]>`
    select jsonb_build_object('id', s.id, 'legal_name', s.legal_name) as seller, ${balancesOf(sql)} as balances,
      s.minimum_payout_cents
    from sellers s where s.id = ${id} and ${visibleSellers(sql, actor)}`;
  if (!row) throw new AppError('not_found', message('seller.not_found'));
  const { obstacles, destination, next_destination } = await findObstacles(ctx, sql, id);
  const available = row.balances.available_cents;
  if (available < row.minimum_payout_cents) obstacles.push('minimum');
  const payouts = await sql<Payout[]>`${selectPayouts(sql)} where p.seller_id = ${id} order by p.id desc limit 50`;
  const months = await sql<{ month: string }[]>`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM') as month
    from (${sellerMovements(sql, id)}) as movements order by month desc limit 120`;
  return {
    ...row,
    payable_cents: obstacles.length > 0 ? 0 : available,
    obstacles,
    destination,
    next_destination,
    proposal: await readProposal(sql, actor, payouts),
    returned: await readReturned(sql, actor, payouts),
    payouts: [...payouts],
    months: months.map(({ month }) => month),
  };
}

async function readProposal(sql: Db, actor: Actor, payouts: readonly Payout[]): Promise<SellerPayment['proposal']> {
  const waiting = payouts.find(({ state }) => state === 'proposed');
  const stated = waiting && (await readStatedProposal(sql, actor, payoutKind, waiting.id));
  if (!stated) return null;
  const { facts: _, ...proposal } = stated;
  return { ...proposal, payout_id: waiting.id, amount_cents: waiting.amount_cents };
}

/** The paid payouts that somebody says came back, while nobody has decided that. */
async function readReturned(sql: Db, actor: Actor, payouts: readonly Payout[]): Promise<SellerPayment['returned']> {
  const waiting: SellerPayment['returned'] = [];
  for (const { id: payout_id, amount_cents } of payouts.filter(({ state }) => state === 'paid')) {
    const stated = await readStatedProposal(sql, actor, returnKind, payout_id);
    if (!stated) continue;
    const { facts, ...proposal } = stated;
    waiting.push({
      ...proposal,
      payout_id,
      amount_cents,
      evidence: String(facts.evidence),
      returned_on: String(facts.returned_on),
    });
  }
  return waiting;
}
