import { afterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';

/**
 * Drops a user's cached sessions once the caller's transaction has committed: any earlier, a request would cache the
 * old ones again.
 */
export const forgetSessions = (ctx: Ctx, sql: Db, user_id: string): void =>
  afterCommit(sql, () => ctx.sessions?.forget(user_id));
