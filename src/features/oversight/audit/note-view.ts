import { HOUR_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

const EVERY_MS = HOUR_MS;

interface View {
  action: 'order.viewed' | 'ticket.buyer_viewed' | 'ticket.viewed' | 'user.viewed';
  subject: string;
  details?: Record<string, string | null>;
}

/** Records in the audit log that somebody viewed personal data, once an hour for each viewer and record. */
export async function noteView({ clock }: Ctx, sql: Db, actor: Actor, view: View): Promise<void> {
  const at = clock.now();
  const [known] = await sql`
    select from audit_entries
    where subject = ${view.subject} and action = ${view.action} and actor_id = ${actor.user.id}
      and at > ${new Date(at.getTime() - EVERY_MS)} order by id desc limit 1`;
  if (!known) await appendAudit(sql, { ...by(actor), ...view, at });
}

/** Same for the owner of a record; does nothing if it has none. */
export async function notePerson(ctx: Ctx, sql: Db, actor: Actor, user_id: string | null | undefined): Promise<void> {
  if (user_id) await noteView(ctx, sql, actor, { action: 'user.viewed', subject: user_id });
}

/** Same for lists with personal data: one entry naming people not yet shown to this viewer in the past hour. */
export async function noteList({ clock }: Ctx, sql: Db, actor: Actor, people: readonly string[]): Promise<void> {
  const at = clock.now();
  const shown = [...new Set(people)];
  if (shown.length === 0) return;
  const known = await sql<{ id: string }[]>`
    select distinct jsonb_array_elements_text(details -> 'user_ids') as id from audit_entries
    where subject = ${actor.user.id} and action = 'user.listed' and at > ${new Date(at.getTime() - EVERY_MS)}`;
  const seen = new Set(known.map(({ id }) => id));
  const user_ids = shown.filter((id) => !seen.has(id));
  if (user_ids.length === 0) return;
  await appendAudit(sql, { ...by(actor), action: 'user.listed', subject: actor.user.id, details: { user_ids }, at });
}
