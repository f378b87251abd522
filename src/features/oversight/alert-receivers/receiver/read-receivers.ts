import type { AlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { type Standing, selectStanding, standingOf } from './standing.ts';

/** Those that weren't removed, or one of them, without what is sealed. One that was silenced past the shop is still told, and listed. */
export async function readReceivers(ctx: Pick<VaultCtx, 'vault'>, sql: Db, id?: string): Promise<AlertReceiver[]> {
  const rows = await sql<(AlertReceiver & Standing)[]>`
    select r.id, r.name, r.form, r.severity, r.host, r.created_at, u.username as created_by, r.delivered_at, r.failed_at,
      r.failure, ${selectStanding(sql)}
    from alert_receivers r join users u on u.id = r.created_by
    where ${id ? sql`r.id = ${id}` : sql`true`} order by r.id`;
  return rows.flatMap(({ removed, facts, facts_before, mac, ...receiver }) =>
    removed && standingOf(ctx, { removed, facts, facts_before, mac }) !== 'silenced' ? [] : [receiver],
  );
}
