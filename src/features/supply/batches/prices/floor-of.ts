import type { Db } from '#platform/db/client.ts';

/** SQL for the part of the face value that prices of a batch `b` of a programme `p` don't fall below; null without one. */
export const floorOf = (sql: Db) => sql`greatest(b.floor_bp, (p.price_rule ->> 'floor_bp')::integer)`;
