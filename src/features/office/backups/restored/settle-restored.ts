import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { holdJobs } from '#platform/jobs/hold-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { closeAllSessions } from '../../../identity/sessions/close-all-sessions.ts';
import { skipNumbers } from './skip-numbers.ts';

/** What reaches people outside the shop, and can't be taken back. */
const SENDING = ['mail', 'push'];
const HELD = 'Set aside by a restore: it may have been sent after the copy was made. Retry it if it was not.';

export interface Settled {
  sessions: number;
  held_jobs: number;
}

/**
 * What has to be done to a restored shop before it runs again, as the owner of its tables: everybody signs in anew; mails and push
 * messages that waited when the copy was made, and may have been sent since, go out only if somebody says so; numbers that buyers
 * may have been told since aren't given again. Addresses see to that themselves (coins/watcher/skip-unknown-addresses.ts).
 */
export async function settleRestored(
  owner: Ctx,
  { backup, at }: { backup: string; at: string | null },
): Promise<Settled> {
  return transaction(owner.sql, async (sql) => {
    const sessions = await closeAllSessions(sql);
    const held_jobs = await holdJobs(sql, SENDING, HELD);
    await skipNumbers(sql);
    const details = { backup, up_to: at, sessions, held_jobs };
    await appendAudit(sql, { actor_id: null, action: 'shop.restored', details, at: owner.clock.now() });
    return { sessions, held_jobs };
  });
}
