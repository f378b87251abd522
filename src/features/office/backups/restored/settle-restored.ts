import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { skipEventNumbers } from '#platform/events/skip-event-numbers.ts';
import { holdJobs } from '#platform/jobs/hold-jobs.ts';
import type { Ctx } from '../../../ctx.ts';
import { expireAllLinks } from '../../../identity/auth/email-tokens/end-email-tokens.ts';
import { closeAllSessions } from '../../../identity/sessions/close-all-sessions.ts';
import { SKIPPED, skipNumbers } from './skip-numbers.ts';

const HELD = 'Set aside by a restore: it may have been sent after the copy was made. Retry it if it was not.';

interface Restored {
  backup: string;
  /** The moment that was asked for; null: all that there is. */
  at: string | null;
  /** Jobs that reach people and servers outside the shop, and can't be taken back. */
  outward: readonly string[];
}

export interface Settled {
  sessions: number;
  links: number;
  held_jobs: number;
}

/**
 * What has to be done to a restored shop before it runs again, as the owner of its tables: everybody signs in anew; links that were
 * mailed, and may have been used since, open nothing; mails and messages that waited when the copy was made, and may have been sent
 * since, go out only if somebody says so; numbers that buyers and their pages may have been told since aren't given again. Addresses
 * see to that themselves (coins/watcher/skip-unknown-addresses.ts).
 */
export async function settleRestored(owner: Ctx, { backup, at, outward }: Restored): Promise<Settled> {
  const now = owner.clock.now();
  return transaction(owner.sql, async (sql) => {
    const sessions = await closeAllSessions(sql);
    const links = await expireAllLinks(sql, now);
    const held_jobs = await holdJobs(sql, outward, HELD);
    await skipNumbers(sql);
    await skipEventNumbers(sql, SKIPPED);
    const details = { backup, up_to: at, sessions, links, held_jobs };
    await appendAudit(sql, { actor_id: null, action: 'shop.restored', details, at: now });
    return { sessions, links, held_jobs };
  });
}
