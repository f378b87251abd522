import type { RetentionRule } from '../../feature.ts';

/** Mails that a shop without a mail server keeps for its mailbox page. */
export const mailboxRetention: RetentionRule = {
  name: 'mailbox',
  days: 30,
  min_days: 1,
  max_days: 365,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from mailbox where id in (select id from mailbox where sent_at < ${before} order by id limit ${limit})`;
    return count;
  },
};
