import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { namesTransaction } from '../../../oversight/four-eyes/proposal/names-transaction.ts';
import { hashesIn, isReceived, txidsOf } from '../../watcher/record/read-received.ts';
import { reversalKind } from '../return/reversal-kind.ts';

interface Evidence {
  /** The return that it speaks for. */
  id: string;
  coin: Coin;
  evidence: string;
}

/**
 * Refuses what shows nothing of this return: a transaction that pays one of the shop's addresses, whose owner is credited for it; one by
 * which a top-up was sent; and one that already speaks for another return. Words without a transaction are for people to judge.
 */
export async function refuseKnown(sql: Db, { id, coin, evidence }: Evidence): Promise<void> {
  const hashes = hashesIn(evidence);
  const txids = txidsOf(hashes);
  if (await isReceived(sql, coin, txids)) throw invalidField('evidence', message('top_up_return.evidence_credited'));
  const [sent] = await sql`select from top_up_returns where coin = ${coin} and txid = any(${txids}) limit 1`;
  if (sent) throw invalidField('evidence', message('top_up_return.evidence_sent'));
  if (await namesTransaction(sql, { kind: reversalKind.name, subject: id, hashes }))
    throw invalidField('evidence', message('top_up_return.evidence_used'));
}
