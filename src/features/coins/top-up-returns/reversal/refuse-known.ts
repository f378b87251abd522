import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
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
  const [known] = await sql<[{ sent: boolean; used: boolean }]>`
    select exists (select from top_up_returns where coin = ${coin} and txid = any(${txids})) as sent,
      exists (
        select from proposals p join unnest(${hashes}::text[]) as hash
          on strpos(lower(p.facts ->> 'evidence'), hash) > 0
        where p.kind = ${reversalKind.name} and p.subject <> ${id} and p.facts ->> 'coin' = ${coin}
          and (p.decision is null or p.decision = 'approved')) as used`;
  if (known.sent) throw invalidField('evidence', message('top_up_return.evidence_sent'));
  if (known.used) throw invalidField('evidence', message('top_up_return.evidence_used'));
}
