import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { stopSale } from '../../batches/states/stop-sale.ts';
import type { CardStatus } from '../adapter/read-answer.ts';
import { canaryRedeemedAlert, deniedAlert } from './alert-kinds.ts';

interface Said {
  id: string;
  issuer_confirmed: boolean;
  status: CardStatus;
}

/** Stops the sale of a locked batch whose canary was redeemed: somebody inside took its code (P11). */
export async function reportCanaries(
  ctx: Ctx,
  sql: Tx,
  { batch_id, said }: { batch_id: string; said: readonly Said[] },
): Promise<void> {
  const now = ctx.clock.now();
  const [{ name, state }] = await sql<[{ name: string; state: string }]>`
    select name, state from batches where id = ${batch_id}`;
  const redeemed = said.filter(({ status }) => status === 'redeemed').length;
  if (redeemed > 0) {
    const sold = state === 'approved' || state === 'paused';
    const cards = sold ? await stopSale(ctx, sql, { batch_id, braked_at: now }) : 0;
    // Without the ids: whoever imports reads the history of a batch.
    const details = { canaries: redeemed, cards };
    await appendAudit(sql, { actor_id: null, action: 'batch.canary_redeemed', subject: batch_id, details });
    await raiseAlert(sql, now, {
      kind: canaryRedeemedAlert,
      subject: batch_id,
      details: { name, cards: redeemed },
    });
  }
  const denied = said.filter((card) => card.issuer_confirmed && ['unknown', 'inactive'].includes(card.status)).length;
  if (denied > 0) {
    await raiseAlert(sql, now, { kind: deniedAlert, subject: batch_id, details: { name, cards: denied } });
  }
}
