import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { message } from '#i18n/message.ts';
import { type AuditEntry, appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { endOpenWindow } from './end-open-window.ts';

/** Opens the shop again, unless the environment keeps it closed. */
export async function openShop(ctx: Ctx, by: Pick<AuditEntry, 'actor_id' | 'address'>): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const ended = await endOpenWindow(sql, ctx.clock.now());
    if (!ended) throw new AppError('conflict', message('maintenance.is_open'));
    await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'maintenance', data: {} });
    await appendAudit(sql, { ...by, action: 'maintenance.ended', subject: 'maintenance' });
  });
}
