import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { type AuditEntry, appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import type { Ctx } from '../../../ctx.ts';
import { endOpenWindow } from './end-open-window.ts';

interface Closing {
  messages: Record<string, string>;
  /** null: until somebody opens the shop. */
  minutes: number | null;
}

/** Closes the shop to all but admins, in every process at once. What was announced before is replaced. */
export async function closeShop(
  ctx: Ctx,
  by: Pick<AuditEntry, 'actor_id' | 'address'>,
  { messages, minutes }: Closing,
): Promise<void> {
  const now = ctx.clock.now();
  const ends_at = minutes === null ? null : new Date(now.getTime() + minutes * MINUTE_MS);
  await transaction(ctx.sql, async (sql) => {
    await endOpenWindow(sql, now);
    await sql`
      insert into maintenance_windows (messages, started_at, started_by, ends_at)
      values (${sql.json(messages)}, ${now}, ${by.actor_id}, ${ends_at})`;
    await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'maintenance', data: {} });
    const details = { ends_at: ends_at?.toISOString() ?? null, languages: Object.keys(messages) };
    await appendAudit(sql, { ...by, action: 'maintenance.started', subject: 'maintenance', details });
  });
}
