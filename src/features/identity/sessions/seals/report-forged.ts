import { addJob } from '#platform/jobs/add-job.ts';
import type { Ctx } from '../../../ctx.ts';

/** Logs a row that was written past the shop, and has an alert raised. Nobody waits for it, and nothing fails with it. */
export function reportForged({ sql, log }: Pick<Ctx, 'sql' | 'log'>, table: string, id: string): void {
  log.error({ table, id }, 'a row was written past the shop');
  addJob(sql, 'forged_row', { table, id }, { key: `forged_row:${table}:${id}` }).catch((err: unknown) =>
    log.error({ err }, 'no alert about a row that was written past the shop'),
  );
}
