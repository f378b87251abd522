import type { RetentionRule } from '../../../feature.ts';

/** Codes that nobody typed: with their device they would stay as long as that. */
export const deviceCodesRetention: RetentionRule = {
  name: 'device_codes',
  days: 1,
  min_days: 1,
  max_days: 30,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from device_codes where id in (select id from device_codes where expires_at < ${before} limit ${limit})`;
    return count;
  },
};
