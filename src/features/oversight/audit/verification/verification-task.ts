import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Verification } from '#contracts/oversight/audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';
import { endAlert } from '../../alerts/end-alert.ts';
import { raiseAlert } from '../../alerts/raise-alert.ts';
import { brokenAlerts } from './alert-kinds.ts';

/** What one piece of a check found, and where the next begins; null after the last. */
export interface Piece<Place> {
  next: Place | null;
  done: number;
  total: number;
  problems: string[];
}

/** Does the next piece of a check: the first one if there is no place yet. A piece takes seconds at most. */
export type Check<Place = unknown> = (ctx: VaultCtx, place: Place | null) => Promise<Piece<Place>>;

/** Problems that are kept by name; more of them help nobody. */
const NAMED = 20;

interface Running {
  kind: Verification['kind'];
  pieces: number;
  place: unknown;
}

/** Does one piece of a check and queues the next, so that no job runs for long and a restart loses one piece. */
export const verificationTask =
  (ctx: VaultCtx, checks: Record<Verification['kind'], Check>): Task =>
  async ({ id = '' }) => {
    const [running] = await ctx.sql<Running[]>`
      select kind, pieces, place from verifications where id = ${id} and ended_at is null`;
    if (!running) return;
    const piece = await checks[running.kind](ctx, running.place);
    await transaction(ctx.sql, (sql) => keepPiece(ctx, sql, { id, ...running }, piece));
  };

/** A piece that another runner kept first is dropped. */
async function keepPiece(
  { clock, log }: Ctx,
  sql: Tx,
  { id, kind, pieces }: Running & { id: string },
  { next, done, total, problems }: Piece<unknown>,
): Promise<void> {
  const now = clock.now();
  // A place is plain JSON, which the client's type for it doesn't see.
  const [kept] = await sql<{ problems: number; named: string[] }[]>`
    update verifications set pieces = pieces + 1, done = ${done}, total = ${total}, stepped_at = ${now},
      place = ${next === null ? null : sql.json(next as never)}, ended_at = ${next === null ? now : null},
      problems = problems + ${problems.length}, named = (named || ${problems}::text[])[1:${NAMED}]
    where id = ${id} and pieces = ${pieces} and ended_at is null returning problems, named`;
  if (!kept) return;
  if (next !== null) return addJob(sql, 'verification', { id });
  const [first = ''] = kept.named;
  const alert = { kind: brokenAlerts[kind], subject: kind, details: { problems: kept.problems, first } };
  if (kept.problems > 0) {
    log.error({ kind, problems: kept.named }, 'a check found problems');
    await raiseAlert(sql, now, alert);
  } else await endAlert(sql, now, alert);
  await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'verification', data: { id } });
}
