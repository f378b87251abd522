import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import type { Verification } from '#contracts/oversight/audit.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import { isGenuine, type SealedRow, sealRow } from '#platform/vault/row-seal.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import { endAlert } from '../../alerts/end-alert.ts';
import { raiseAlert } from '../../alerts/raise-alert.ts';
import { brokenAlerts } from './alert-kinds.ts';
import { STALLED_MS } from './begin-verification.ts';

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

/** A clock of another process may be ahead by so much. */
const AHEAD_MS = MINUTE_MS;

interface Running {
  id: string;
  kind: Verification['kind'];
  pieces: number;
  place: unknown;
  problems: number;
  named: string[];
  /** The MAC of the last piece; null before the first. */
  mac: Uint8Array | null;
}

/** Does one piece of a check and queues the next, so that no job runs for long and a restart loses one piece. */
export const verificationTask =
  (ctx: VaultCtx, checks: Record<Verification['kind'], Check>): Task =>
  async ({ id = '' }) => {
    const running = await readRunning(ctx, id);
    if (!running) return;
    const piece = await checks[running.kind](ctx, running.place);
    await transaction(ctx.sql, (sql) => keepPiece(ctx, sql, running, piece));
  };

/**
 * What a row says about a check is believed if the vault sealed it. One without a MAC begins: only just, because the time of its
 * beginning is sealed with what it finds.
 */
async function readRunning(ctx: VaultCtx, id: string): Promise<Running | null> {
  const [row] = await ctx.sql<(Running & SealedRow & { started_at: string })[]>`
    select id, kind, pieces, place, problems, named, started_at, sealed_facts(v) as facts, mac
    from verifications v where id = ${id} and ended_at is null`;
  if (!row) return null;
  const { facts, started_at, ...running } = row;
  if (row.mac === null) {
    const age = ctx.clock.now().getTime() - Date.parse(started_at);
    return age > STALLED_MS || age < -AHEAD_MS ? null : { ...running, place: null, problems: 0, named: [] };
  }
  if (isGenuine(ctx.vault.own, 'verifications', { facts, mac: row.mac })) return running;
  reportForged(ctx, 'verifications', id);
  return null;
}

/** A piece that another runner kept first is dropped. */
async function keepPiece(
  { clock, log, vault }: VaultCtx,
  sql: Tx,
  { id, kind, pieces, mac, ...before }: Running,
  { next, done, total, problems: found }: Piece<unknown>,
): Promise<void> {
  const now = clock.now();
  const problems = before.problems + found.length;
  const named = [...before.named, ...found].slice(0, NAMED);
  // A place is plain JSON, which the client's type for it doesn't see.
  const [stored] = await sql<{ id: string; facts: string }[]>`
    update verifications v set pieces = pieces + 1, done = ${done}, total = ${total}, stepped_at = ${now},
      place = ${next === null ? null : sql.json(next as never)}, ended_at = ${next === null ? now : null},
      problems = ${problems}, named = ${named}::text[]
    where id = ${id} and pieces = ${pieces} and ended_at is null and mac is not distinct from ${mac}
    returning id, sealed_facts(v) as facts`;
  if (!stored) return;
  await sealRow(vault.own, sql, 'verifications', stored);
  if (next !== null) return addJob(sql, 'verification', { id });
  const [first = ''] = named;
  const alert = { kind: brokenAlerts[kind], subject: kind, details: { problems, first } };
  if (problems > 0) {
    log.error({ kind, problems: named }, 'a check found problems');
    await raiseAlert(sql, now, alert);
  } else await endAlert(sql, now, alert);
  await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'verification', data: { id } });
}
