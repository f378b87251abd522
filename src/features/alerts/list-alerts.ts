import type { listAlerts as contract } from '#contracts/alerts.ts';
import type { Input, Reply } from '#contracts/call.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';
import { readAlerts } from './read-alerts.ts';

/** Alerts for the back office, open ones first, then newest first. */
export async function listAlerts(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readAlerts(ctx.sql, { locale: localeOf(actor), open: query.open !== undefined }) };
}
