import { isDiskFull } from '#platform/db/pg-errors.ts';
import type { Ctx } from '../../ctx.ts';
import { diskFullAlert } from './alert-kinds.ts';
import { raiseAlert } from './raise-alert.ts';

/** Builds a check that logs once that the database's disk is full, and raises an alert as soon as one can be stored. */
export function createDiskWatch({ sql, health, log, clock }: Ctx): () => Promise<void> {
  let full = false;
  let unreported: Date | undefined;

  async function report(at: Date): Promise<void> {
    const details = { at: at.toISOString() };
    try {
      await raiseAlert(sql, clock.now(), { kind: diskFullAlert, subject: 'database', details });
      unreported = undefined;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  return async () => {
    const trouble = await health.check();
    if (trouble === 'disk_full' && !full) {
      full = true;
      unreported = clock.now();
      log.error("the database's disk is full: nothing can be stored until there is space");
    }
    if (trouble === null && full) {
      full = false;
      log.info("the database's disk has space again");
    }
    if (unreported) await report(unreported);
  };
}
