import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

interface NewPayment {
  user_id: string;
  coin: Coin;
  address_id: string;
  amount_cents: number;
  amount_units: string;
  rate_id: number;
  created_at: Date;
  expires_at: Date;
}

/** Writes what is asked for, with its MAC, in the caller's transaction; returns its id. */
export async function openPayment(ctx: Pick<Ctx, 'vault'>, sql: Db, payment: NewPayment): Promise<string> {
  const [row] = await sql<{ id: string; facts: string }[]>`
    insert into payments ${sql({ ...payment })} returning id, sealed_facts(payments) as facts`;
  await sealRow(ctx.vault, sql, 'payments', row!);
  return row!.id;
}
