import type { RetentionRule } from '../../feature.ts';

/** Rows and rules of refused lines, which hold no cell. */
export const importErrorsRetention: RetentionRule = {
  name: 'import_errors',
  days: 730,
  min_days: 30,
  max_days: 3_650,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from import_errors where ctid = any(array(
        select e.ctid from imports i join import_errors e on e.import_id = i.id
        where i.created_at < ${before} limit ${limit}))`;
    return count;
  },
};
