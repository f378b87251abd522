import { DAY_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';

/** Signs that weren't seen for so long are dropped; cut ones stay, so that they don't link again. */
export const RETENTION_DAYS = 180;
const DAYS_AFTER_ERASURE = 30;
const PIECE = 500;

/** Deletes links that are old, or whose account was erased, and finds the groups that remain. */
export async function sweepLinks({ sql, clock }: Ctx): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (let deleted = PIECE; deleted === PIECE; ) {
    deleted = await transaction(sql, async (tx) => {
      const due = tx`
        select l.id from account_links l join users u on u.id = l.user_id
        where (l.last_at < ${before(RETENTION_DAYS)} and l.cut_at is null)
          or u.erased_at < ${before(DAYS_AFTER_ERASURE)}
        order by l.id limit ${PIECE}`;
      const [found] = await tx`${due}`;
      if (!found) return 0;
      await tx`select lock_links()`;
      const gone = await tx<{ user_id: string }[]>`
        delete from account_links where id in (${due}) returning user_id`;
      await tx`select regroup_accounts(${[...new Set(gone.map((one) => one.user_id))]}::uuid[], ${now})`;
      return gone.length;
    });
  }
}
