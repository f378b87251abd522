import type { RetentionRule } from '../../../feature.ts';

/** Devices that nobody signs in on any more. Sessions end sooner, so none goes along. */
export const devicesRetention: RetentionRule = {
  name: 'devices',
  days: 400,
  min_days: 120,
  max_days: 1_095,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from devices where id in (select id from devices where last_used_at < ${before} limit ${limit})`;
    return count;
  },
};
