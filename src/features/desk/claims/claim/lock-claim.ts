import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { lockLine, type SoldLine } from '../line/lock-line.ts';

interface LockedClaim {
  number: number;
  line: SoldLine;
}

/** A claim in one of these states, locked after its order. Nobody decides their own. */
export async function lockClaim(
  ctx: Ctx,
  sql: Tx,
  actor: Actor,
  { id, states }: { id: string; states: readonly ('open' | 'refused' | 'dropped')[] },
): Promise<LockedClaim> {
  const [found] = await sql<{ line_id: string }[]>`select line_id from claims where id = ${id}`;
  if (!found) throw new AppError('not_found', message('claim.missing'));
  const line = await lockLine(sql, ctx.clock.now(), found.line_id);
  const [claim] = await sql<[{ number: number; state: string }]>`
    select number, state from claims where id = ${id} for update`;
  if (line.user_id === actor.user.id) throw new AppError('forbidden', message('claim.own'));
  if (!states.some((state) => state === claim.state)) throw new AppError('conflict', message('claim.decided_already'));
  return { number: claim.number, line };
}
