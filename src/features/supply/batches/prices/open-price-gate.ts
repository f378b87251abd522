import type { Tx } from '#platform/db/client.ts';
import { gateOf } from '#platform/vault/decision-gate.ts';
import type { Ctx } from '../../../ctx.ts';

/** Lets the caller's transaction, and no other, change prices of a batch: a trigger refuses what was written past the shop. */
export async function openPriceGate({ vault }: Pick<Ctx, 'vault'>, sql: Tx, batch_id: string): Promise<void> {
  const [{ xact }] = await sql<[{ xact: string }]>`select pg_current_xact_id()::text as xact`;
  const gate = gateOf(vault, 'cards', `prices of ${batch_id} in ${xact}`).toString('hex');
  await sql`select set_config('facevalue.price_gate', ${gate}, true)`;
}
