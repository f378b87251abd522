import type { RetentionRule } from '../../../feature.ts';

/** Mailed links after their end: they say who changed which address when. */
export const emailTokensRetention: RetentionRule = {
  name: 'email_tokens',
  days: 30,
  min_days: 7,
  max_days: 365,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from email_tokens where id in (select id from email_tokens where expires_at < ${before} limit ${limit})`;
    return count;
  },
};
