import type { Input } from '#contracts/call.ts';
import type { proposeFactorReset as contract } from '#contracts/customers/users.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { lockPerson } from '../person/person.ts';
import { factorResetKind } from './factor-reset-kind.ts';
import { refuseWithoutWayBack } from './refuse-without-way-back.ts';

/** Proposes to remove an account's second factors; the reason says how whoever asks was recognised. */
export async function proposeFactorReset(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    refuseWithoutWayBack(await lockPerson(sql, actor, id));
    await propose(ctx, sql, actor, { kind: factorResetKind, subject: id, facts: {}, reason });
  });
}
