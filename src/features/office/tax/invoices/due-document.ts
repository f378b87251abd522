import type { DocumentLine } from '#contracts/office/tax.ts';
import type { Db } from '#platform/db/client.ts';

/** Places in the chain of the ledger: behind the first, up to the last. */
export interface Stretch {
  after: number;
  through: number;
}

/** What an invoice or a credit note says, besides its number and when it is issued. */
export interface DueDocument {
  transfer_id: number;
  position: number;
  order_id: string;
  user_id: string;
  invoice_id: string | null;
  operator_id: string;
  supplied_at: string;
  buyer_name: string;
  buyer_country: string | null;
  lines: DocumentLine[];
}

/** SQL for the transfers of a stretch of the chain, each as `t`, since the shop has an operator. */
export const transfersIn = (sql: Db, { after, through }: Stretch, kinds: readonly string[]) => sql`
  (select c.position, t as transfer, t.id, t.reference, t.created_at
    from ledger_chain c join ledger_transfers t on t.id = c.transfer_id
    where c.position > ${after} and c.position <= ${through} and t.kind = any(${kinds})
      and t.created_at >= (select min(at) from operator_versions)) t`;

/** SQL for who issues a document now. */
export const operatorNow = (sql: Db) => sql`(select proposal_id from operator_versions order by at desc limit 1)`;
