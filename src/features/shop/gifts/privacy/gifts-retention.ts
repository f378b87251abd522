import type { RetentionRule } from '../../../feature.ts';

/** Forgets the words of gifts that ended, and addresses that no mail will go to. */
export const giftsRetention: RetentionRule = {
  name: 'gifts',
  days: 30,
  min_days: 1,
  max_days: 365,
  async prune(sql, before, limit) {
    const { count } = await sql`
      update gifts set message = '', giver = '', email = null where id in (
        select id from gifts where (message <> '' or giver <> '' or email is not null)
          and least(opened_at, withdrawn_at, expires_at) < ${before} order by id limit ${limit})`;
    return count;
  },
};
