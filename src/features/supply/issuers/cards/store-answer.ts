import type { Tx } from '#platform/db/client.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { rowMac } from '#platform/vault/row-seal.ts';

/** Why an issuer is asked. */
export type Cause = 'check' | 'delivery' | 'claim' | 'return' | 'outage';

/** What an issuer said about the card of an order line, or why there was no answer that counts. */
interface IssuerAnswer {
  id: string;
  line_id: string;
  cause: Cause;
  asked_at: Date;
  failure?: string;
  status?: string;
  balance_cents?: number | null;
  redeemed_at?: string | null;
  never_redeemed?: boolean;
  sealed?: Buffer;
}

/** Stores an answer for good. The row can't be changed, so what proves it has to come with it. */
export async function storeAnswer(vault: Macs, sql: Tx, answer: IssuerAnswer): Promise<void> {
  const { sealed = null, ...given } = answer;
  const row = { never_redeemed: false, ...given, asked_at: answer.asked_at.toISOString() };
  const stored = { ...row, sealed: sealed && `\\x${sealed.toString('hex')}` };
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::issuer_answers, ${sql.json(stored)})) as facts`;
  await sql`insert into issuer_answers ${sql({ ...row, sealed, mac: rowMac(vault, 'issuer_answers', facts) })}`;
}
