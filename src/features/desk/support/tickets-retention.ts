import type { RetentionRule } from '../../feature.ts';
import { CLOSED } from './ticket/lock-ticket.ts';

/** Closed tickets with their comments and notes. Those of a claim stay as its proof, merged ones as long as the other. */
export const ticketsRetention: RetentionRule = {
  name: 'tickets',
  days: 1_095,
  min_days: 180,
  max_days: 3_650,
  async prune(sql, before, limit) {
    const { count } = await sql`
      delete from tickets where id in (
        select id from tickets t where status = ${CLOSED} and updated_at < ${before}
          and not exists (select from claimed_lines where ticket_id = t.id)
          and not exists (select from tickets where id = t.merged_into) order by updated_at limit ${limit})`;
    return count;
  },
};
