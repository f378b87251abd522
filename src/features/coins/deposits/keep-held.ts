import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { type Decision, recordDecision } from './credit/record-decision.ts';

/** Keeps a deposit on hold until a person releases it, as somebody decided. */
export async function keepHeld(ctx: Ctx, sql: Db, decision: Omit<Decision, 'decision'>): Promise<void> {
  await sql`update deposits set hold_reason = 'kept' where id = ${decision.deposit_id}`;
  await recordDecision(ctx, sql, { ...decision, decision: 'keep' });
}
