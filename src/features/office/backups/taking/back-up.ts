import type { VaultCtx } from '../../../ctx.ts';
import { type Begun, recordBackup, recordFailure } from './record-backup.ts';
import { type Asked, type Taken, take } from './take.ts';

/** Takes a backup into a store and records how it went. Throws a BackupError that says what to do. */
export async function backUp(ctx: VaultCtx, asked: Asked & Pick<Begun, 'by'>): Promise<Taken> {
  const { sql, clock, config, vault } = ctx;
  const begun: Begun = { started_at: clock.now(), place: asked.target, by: asked.by };
  try {
    const taken = await take({ config, clock, macs: vault.backups }, asked);
    await recordBackup(sql, begun, taken, clock.now());
    return taken;
  } catch (error) {
    if (!asked.signal?.aborted) await recordFailure(sql, begun, error, clock.now());
    throw error;
  }
}
