import type { Present } from '#contracts/desk/desk.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { seenSince } from './seen-since.ts';

/** Who else has each of these tickets open. */
export async function readPresence(
  { sql, clock }: Ctx,
  { user }: Actor,
  ids: readonly string[],
): Promise<Map<string, Present>> {
  const rows = await sql<{ ticket_id: string; present: Present }[]>`
    select p.ticket_id,
      jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'typing', p.typing)
        order by u.username) as present
    from ticket_presence p join users u on u.id = p.user_id
    where p.ticket_id = any(${ids}::uuid[]) and p.user_id <> ${user.id} and p.seen_at >= ${seenSince(clock.now())}
    group by p.ticket_id`;
  return new Map(rows.map(({ ticket_id, present }) => [ticket_id, present]));
}
