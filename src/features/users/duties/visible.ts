import type { Db, Query } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { holdsDuty } from '../../sessions/holds-duty.ts';

/** SQL for the people `u` whose duties somebody may read: staff, and buyers only for who decides about duties. */
export const visible = (sql: Db, actor: Actor): Query =>
  holdsDuty(actor, 'approver', 'auditor') ? sql`true` : sql`u.role = 'admin'`;
