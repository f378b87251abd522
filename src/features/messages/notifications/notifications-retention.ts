import type { RetentionRule } from '../../feature.ts';

export const notificationsRetention: RetentionRule = {
  name: 'notifications',
  days: 365,
  min_days: 30,
  max_days: 1_825,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from notifications where id in (
        select id from notifications where created_at < ${before} order by id limit ${limit})`;
    return count;
  },
};
