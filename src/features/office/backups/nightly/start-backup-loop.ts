import { MINUTE_MS } from '#contracts/time-units.ts';
import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { openStore } from '#platform/backup/store/open-store.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { backUp } from '../taking/back-up.ts';
import { followsNothing } from './follows-nothing.ts';
import { isDue } from './is-due.ts';
import { removeExpired } from './remove-expired.ts';
import { watchBackups } from './watch-backups.ts';
import { watchPgbackrest } from './watch-pgbackrest.ts';

/** Asking pgBackRest takes moments, and reads its store. */
const PGBACKREST_MS = 5 * MINUTE_MS;

/** Takes a backup every night where BACKUP_TARGET is set, removes old ones, and raises alerts; or watches those of pgBackRest. */
export function startBackupLoop(ctx: VaultCtx): { stop(): Promise<void> } {
  const { config, log, vault } = ctx;
  const { backup, pgbackrest } = config;
  if (pgbackrest) return repeat(ctx, 'watch-pgbackrest', PGBACKREST_MS, () => watchPgbackrest(ctx, pgbackrest));
  if (!backup) return { stop: async () => {} };
  const abort = new AbortController();
  // A backup may take longer than a run of the loop should.
  let running: Promise<void> | null = null;
  const take = async () => {
    const { target, recipient, keeping } = backup;
    const { index } = await backUp(ctx, { target, recipient, by: 'night', signal: abort.signal });
    log.info({ backup: index.backup, bytes: index.bytes, stored_bytes: index.stored_bytes }, 'backed up');
    await removeExpired(ctx, await openStore(target, config.backup_s3), keeping);
  };
  const loop = repeat(ctx, 'back-up', MINUTE_MS, async () => {
    await watchBackups(ctx, backup.target);
    if (running) return;
    const archive = await openArchive(config.data_dir, backup.target);
    const hasGap = config.database_url === null && (await followsNothing(archive, vault.backups));
    if (!(await isDue(ctx, backup.target, hasGap))) return;
    running = take()
      .catch((err: unknown) => {
        if (!abort.signal.aborted) log.error({ err }, 'the backup failed');
      })
      .finally(() => {
        running = null;
      });
  });
  return {
    async stop() {
      abort.abort();
      await loop.stop();
      await running;
    },
  };
}
