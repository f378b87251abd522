import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';

/** Refuses a transaction that the shop saw as a deposit: whoever sent it to one of its addresses is credited for it already. */
export async function refuseCredited(sql: Db, { coin, evidence }: { coin: Coin; evidence: string }): Promise<void> {
  const [deposit] = await sql`select from deposits where coin = ${coin} and txid = ${evidence.toLowerCase()} limit 1`;
  if (deposit) throw invalidField('evidence', message('top_up_return.evidence_credited'));
}
