import { message } from '#i18n/message.ts';
import type { Ctx } from '../../../ctx.ts';
import { readStock } from '../../overview/state/read-stock.ts';
import { readWork } from '../../overview/state/read-work.ts';
import type { Finding } from '../findings/finding.ts';

/** Who imports doesn't approve, and a programme takes two approvers. */
const IMPORTERS = 1;
const APPROVERS = 2;

export async function checkWorker(ctx: Ctx): Promise<Finding[]> {
  const { workers: count, loops_in_trouble: troubled } = await readWork(ctx);
  if (count === 0)
    return [
      {
        name: 'worker',
        state: 'failed',
        found: message('doctor.worker.none'),
        advice: message('doctor.worker.none.do'),
      },
    ];
  if (troubled === 0) return [{ name: 'worker', state: 'well', found: message('doctor.worker.well', { count }) }];
  const found = message('doctor.worker.troubled', { count: troubled });
  return [{ name: 'worker', state: 'warning', found, advice: message('doctor.worker.troubled.do') }];
}

/** Whether there are people enough to bring a programme and its cards on sale. */
export async function checkStaff({ sql }: Ctx): Promise<Finding[]> {
  const [row] = await sql<[{ importers: number; approvers: number }]>`
    select count(*) filter (where 'importer' = any(duties)) as importers,
      count(*) filter (where 'approver' = any(duties)) as approvers
    from staff_on_duty`;
  const { importers, approvers } = row;
  const found = message('doctor.staff.found', { importers, approvers });
  if (importers >= IMPORTERS && approvers >= APPROVERS) return [{ name: 'staff', state: 'well', found }];
  return [{ name: 'staff', state: 'failed', found, advice: message('doctor.staff.do') }];
}

export async function checkStock({ sql }: Ctx): Promise<Finding[]> {
  const { available: count } = await readStock(sql, false);
  const found = message('doctor.stock.found', { count });
  if (count > 0) return [{ name: 'stock', state: 'well', found }];
  return [{ name: 'stock', state: 'failed', found, advice: message('doctor.stock.do') }];
}
