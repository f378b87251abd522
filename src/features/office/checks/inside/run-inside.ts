import type { Ctx } from '../../../ctx.ts';
import type { Finding } from '../findings/finding.ts';
import { withinTime } from '../findings/within-time.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase } from './check-database.ts';
import { checkDrill } from './check-drill.ts';
import { checkStaff, checkStock, checkWorker } from './check-people.ts';

/** The checks that read the shop's own database. */
export async function runInside(ctx: Ctx): Promise<Finding[]> {
  const within = (name: Finding['name'], check: () => Promise<Finding[]>) => withinTime(ctx.log, name, check);
  const found = await Promise.all([
    within('database', () => checkDatabase(ctx.sql, ctx.config)),
    within('backup', () => checkBackup(ctx)),
    within('drill', () => checkDrill(ctx)),
    within('worker', () => checkWorker(ctx)),
    within('staff', () => checkStaff(ctx)),
    within('stock', () => checkStock(ctx)),
  ]);
  return found.flat();
}
