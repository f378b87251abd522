import { MINUTE_MS } from '#contracts/time-units.ts';
import { removeScratch } from '#platform/backup/restore/scratch-folder.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { readLastDrill } from '../outcomes/read-last-drill.ts';
import { recordDrill } from '../outcomes/record-drill.ts';
import { isDrillDue } from './is-drill-due.ts';
import { type RunningDrill, runDrill } from './run-drill.ts';
import { watchDrills } from './watch-drills.ts';

const EVERY_MS = MINUTE_MS;

/** Restores the newest backup once a week where BACKUP_DRILL_IDENTITY_FILE is set, and raises alerts. */
export function startDrillLoop(ctx: VaultCtx): { stop(): Promise<void> } {
  const { config } = ctx;
  const { backup } = config;
  if (!backup?.drill_identity_file) return { stop: async () => {} };
  const place = backup.target;
  let running: { drill: RunningDrill; done: Promise<void> } | null = null;
  let stopping = false;

  async function follow(drill: RunningDrill): Promise<void> {
    const started_at = ctx.clock.now();
    const { code, output } = await drill.ended;
    if (stopping) return;
    const last = await readLastDrill(ctx.sql, place);
    // A command that was killed, or couldn't even start, recorded nothing.
    if (!last || Date.parse(last.ended_at) < started_at.getTime()) {
      const failure = new Error(`The command ended without a result: ${output.trim().split('\n').at(-1) ?? ''}`);
      await recordDrill(ctx, { started_at, place, backup: null, bytes: 0, segments: 0, failure });
    }
    if (code !== 0) ctx.log.error({ output }, 'the drill with the newest backup failed');
    await watchDrills(ctx, place);
  }

  const loop = repeat(ctx, 'drill', EVERY_MS, async () => {
    if (running) return;
    await watchDrills(ctx, place);
    if (!(await isDrillDue(ctx, place))) return;
    const drill = runDrill();
    const done = follow(drill)
      .catch((err: unknown) => ctx.log.error({ err }, 'the drill with the newest backup failed'))
      .finally(() => {
        running = null;
      });
    running = { drill, done };
  });
  return {
    async stop() {
      stopping = true;
      await loop.stop();
      if (!running) return;
      running.drill.kill();
      await running.done;
      await removeScratch(config.data_dir);
    },
  };
}
