import { message } from '#i18n/message.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Coin } from '#platform/chain/types.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { usualDepth } from '../../deposits/required-depth.ts';
import { hashesIn } from '../../watcher/record/read-received.ts';

interface Sent {
  coin: Coin;
  address: string;
  txid: string;
}

/**
 * Refuses words in place of a transaction once the node says that what was sent has arrived to stay: only a transaction brings that back.
 * Asks the node, so it has to be called outside a database transaction; a node that doesn't answer refuses nothing.
 */
export async function refuseArrived(ctx: Ctx, id: string, evidence: string): Promise<void> {
  if (hashesIn(evidence).length > 0) return;
  const [sent] = await ctx.sql<Sent[]>`
    select coin, address, txid from top_up_returns where id = ${id} and state = 'paid'`;
  if (sent && (await hasArrived(ctx, id, sent)))
    throw invalidField('evidence', message('top_up_return.evidence_arrived'));
}

async function hasArrived({ chains, log }: Ctx, id: string, { coin, address, txid }: Sent): Promise<boolean> {
  const key = addressKey(address);
  if (key === null) return false;
  try {
    const paid = await chains[coin]?.adapter.paidBy(txid, key);
    return paid != null && paid.amount > 0n && paid.depth >= usualDepth(coin);
  } catch (err) {
    log.warn({ return_id: id, err }, 'the node does not say whether a top-up that went back has arrived');
    return false;
  }
}
