import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { hashesIn, isReceived, txidsOf } from '../../../coins/watcher/record/read-received.ts';
import { namesTransaction } from '../../../oversight/four-eyes/proposal/names-transaction.ts';
import type { LockedPayout } from '../payout/lock-payout.ts';
import { returnKind } from './return-kind.ts';

type Returned = Pick<LockedPayout, 'id' | 'kind'> & { evidence: string };

/**
 * Refuses what shows nothing of a payout in coins: a transaction that pays one of the shop's addresses, whose owner is credited for it;
 * one by which a payout was sent; and one that already speaks for another payout. Words and a bank's references are for people to judge.
 */
export async function refuseKnown(sql: Db, { id, kind, evidence }: Returned): Promise<void> {
  if (kind === 'IBAN') return;
  const hashes = hashesIn(evidence);
  const txids = txidsOf(hashes);
  if (await isReceived(sql, kind, txids)) throw invalidField('evidence', message('payout.evidence_credited'));
  const [sent] = await sql`
    select from seller_payouts where sent_currency = ${kind} and reference = any(${txids}) limit 1`;
  if (sent) throw invalidField('evidence', message('payout.evidence_sent'));
  if (await namesTransaction(sql, { kind: returnKind.name, subject: id, hashes }))
    throw invalidField('evidence', message('payout.evidence_used'));
}
