import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Ctx } from '../../ctx.ts';
import { forgedRowAlert } from './alert-kinds.ts';
import { raiseAlert } from './raise-alert.ts';

/** Raises the alert about a row that the shop didn't write. */
export const forgedRowTask =
  ({ sql, clock }: Ctx): Task =>
  async ({ table = '', id = '' }) =>
    raiseAlert(sql, clock.now(), {
      kind: forgedRowAlert,
      subject: `${table}:${id}`,
      details: { table, id },
      ...(table === 'users' && { user_ids: [id] }),
    });
