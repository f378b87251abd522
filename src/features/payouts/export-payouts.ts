import type { Reply } from '#contracts/call.ts';
import type { exportPayouts as contract } from '#contracts/payouts.ts';
import type { Destination } from '#contracts/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { paymentUri } from '#platform/chain/payment-uri.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, type VaultCtx } from '../ctx.ts';
import { unitsFor } from '../rates/amounts.ts';
import { freshRate } from '../rates/fresh-rate.ts';
import { chainIdOf } from '../watcher/coin-availability.ts';
import { isListed } from './destination/is-listed.ts';
import { openDestination } from './destination/read-destination.ts';
import { findObstacles } from './reading/find-obstacles.ts';

interface Approved {
  id: string;
  seller_id: string;
  legal_name: string;
  amount_cents: number;
  kind: Destination['kind'];
  destination_id: string;
}

/**
 * What the operator pays by bank or wallet, without payouts that something stands against since their approval. An address
 * that came onto the sanctions list since refuses the whole list.
 */
export async function exportPayouts(ctx: VaultCtx, actor: Actor): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const approved = await sql<Approved[]>`
      select p.id, p.seller_id, s.legal_name, p.amount_cents, d.kind, p.destination_id
      from seller_payouts p join sellers s on s.id = p.seller_id join seller_destinations d on d.id = p.destination_id
      where p.state = 'approved' order by p.id limit 1000`;
    const rows: Reply<typeof contract>['data'] = [];
    for (const { destination_id, seller_id, ...payout } of approved) {
      const address = await openDestination(ctx, sql, destination_id);
      if (await isListed(sql, payout.kind, address)) {
        throw new AppError('conflict', message('payout.listed_since', { name: payout.legal_name }));
      }
      const { obstacles } = await findObstacles(ctx, sql, seller_id, payout.id);
      if (obstacles.length > 0) continue;
      rows.push({ ...payout, address, uri: await uriOf(ctx, sql, payout, address) });
    }
    const details = { payouts: rows.length, amount_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0) };
    await appendAudit(sql, { ...by(actor), action: 'payout.exported', details });
    return rows;
  });
  return { data };
}

async function uriOf(
  { clock }: Ctx,
  sql: Db,
  { kind, amount_cents }: Pick<Approved, 'kind' | 'amount_cents'>,
  address: string,
): Promise<string | null> {
  if (kind === 'IBAN') return null;
  const coin: Coin = kind;
  const rate = await freshRate(sql, coin, clock.now());
  // Without a node nobody knows which chain the shop is on; its other coins name none.
  const [cursor] = await sql<{ identity: string | null }[]>`select identity from chain_cursors where coin = ${coin}`;
  const identity = cursor?.identity;
  if (!rate || (coin === 'ETH' && !identity)) return null;
  const amount = unitsFor(coin, amount_cents, rate.usd_e8);
  return paymentUri(coin, { address, amount, ...(identity && { chainId: chainIdOf(identity) }) });
}
