import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import type { LockedReturn } from '../return/lock-return.ts';
import { obstaclesTo } from './standing.ts';

/** Refuses to go on while something stands against a way back: the first that does. */
export async function refuseObstacles(ctx: Ctx, sql: Db, row: LockedReturn): Promise<void> {
  const [obstacle] = await obstaclesTo(ctx, sql, row);
  if (obstacle) throw new AppError('conflict', message('closing.obstacle', { obstacle }));
}
