import type { Input, Reply } from '#contracts/call.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { listAlerts as contract } from '#contracts/oversight/alerts.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import type { AlertKind } from '../../feature.ts';
import { readAlerts } from './read-alerts.ts';

/** Alerts for the back office, open ones first, then critical ones, then newest first; whom they concern for those who work with people. */
export const listAlerts = (kinds: readonly AlertKind[]) =>
  async function listAlerts(
    ctx: Ctx,
    actor: Actor,
    { query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const alerts = await readAlerts(ctx.sql, kinds, { locale: localeOf(actor), open: query.open !== undefined });
    const open = holdsDuty(actor.user.roles, 'support', 'approver', 'auditor');
    return { data: open ? alerts : alerts.map((alert) => ({ ...alert, people: [] })) };
  };
