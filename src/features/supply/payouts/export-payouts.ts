import type { Reply } from '#contracts/call.ts';
import type { exportPayouts as contract } from '#contracts/supply/payouts.ts';
import type { Destination } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { walletUri } from '../../coins/watcher/wallet-uri.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { isListed } from './destination/is-listed.ts';
import { openDestination } from './destination/read-destination.ts';
import { findObstacles } from './owed/find-obstacles.ts';

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
      const { kind: coin, amount_cents } = payout;
      const uri = coin === 'IBAN' ? null : await walletUri(ctx, sql, { coin, address, amount_cents });
      rows.push({ ...payout, address, uri });
    }
    const details = { payouts: rows.length, amount_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0) };
    await appendAudit(sql, { ...by(actor), action: 'payout.exported', details });
    return rows;
  });
  return { data };
}
