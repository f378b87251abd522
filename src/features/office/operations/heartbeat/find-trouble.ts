import { MINUTE_MS } from '#contracts/time-units.ts';
import { readSealingLag } from '#platform/audit/read-sealing-lag.ts';
import type { Db } from '#platform/db/client.ts';
import { readJobQueue } from '#platform/jobs/read-job-queue.ts';
import { readLedgerLag } from '#platform/ledger/chain/read-ledger-lag.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Ctx } from '../../../ctx.ts';
import { stalledAlerts } from '../../../oversight/audit/verification/alert-kinds.ts';
import { isStuck } from '../jobs/is-stuck.ts';
import { readLoops } from '../jobs/read-loops.ts';

/** The loop that sends it, which says nothing about the rest. */
export const HEARTBEAT_LOOP = 'heartbeat';

const WAITS_SECONDS = (5 * MINUTE_MS) / 1_000;

export type Trouble = 'mail' | 'loops' | 'jobs' | 'sealing' | 'checks';

/** What keeps the shop from working, or from telling anybody about it. */
export async function findTrouble({ sql, clock }: Pick<Ctx, 'sql' | 'clock'>, mailer: Mailer): Promise<Trouble[]> {
  const now = clock.now();
  const [mail, loops, queue, audit, ledger, stalled] = await Promise.all([
    mailer.check().then(
      () => true,
      () => false,
    ),
    readLoops(sql, now),
    readJobQueue(sql),
    readSealingLag(sql, now),
    readLedgerLag(sql, now),
    hasStalledCheck(sql),
  ]);
  const found: Record<Trouble, boolean> = {
    mail: !mail,
    loops: loops.some((loop) => loop.name !== HEARTBEAT_LOOP && isStuck(loop, now)),
    jobs: queue.oldest_seconds > WAITS_SECONDS,
    // By this, a process with the master key is missed that runs apart.
    sealing: Math.max(audit.oldest_seconds, ledger.oldest_seconds) > WAITS_SECONDS,
    checks: stalled,
  };
  return (Object.keys(found) as Trouble[]).filter((trouble) => found[trouble]);
}

async function hasStalledCheck(sql: Db): Promise<boolean> {
  const kinds = Object.values(stalledAlerts).map(({ name }) => name);
  const rows = await sql`select from alerts where kind = any(${kinds}) and resolved_at is null limit 1`;
  return rows.length > 0;
}
