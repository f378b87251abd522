import type { Vault } from '#platform/vault/create-vault.ts';

/** What makes and checks links: only the process with the master key has it. */
export type LedgerKey = Pick<Vault, 'own'>;

/** A transfer with all that its link covers, and when that is made. */
export interface SealedTransfer {
  id: number;
  debit_kind: string;
  debit_owner: string | null;
  credit_kind: string;
  credit_owner: string | null;
  amount_cents: number;
  kind: string;
  reference: string | null;
  unique_key: string;
  /** Both as PostgreSQL prints them, to the microsecond. */
  made_at: string;
  linked_at: string;
}

/** A MAC over the previous link, position and time, and every field of the transfer, of its accounts the kinds and owners. */
export const transferLink = (key: LedgerKey, previous: Uint8Array, position: number, t: SealedTransfer): Buffer =>
  key.own.mac(
    'ledger link',
    JSON.stringify([
      Buffer.from(previous).toString('hex'),
      position,
      t.id,
      t.debit_kind,
      t.debit_owner,
      t.credit_kind,
      t.credit_owner,
      t.amount_cents,
      t.kind,
      t.reference,
      t.unique_key,
      t.made_at,
      t.linked_at,
    ]),
  );
