import type { Db } from '#platform/db/client.ts';

/** SQL for the cents that the prices of a programme `p` are multiples of. */
export const roundingOf = (sql: Db) => sql`coalesce((p.price_rule ->> 'rounding_cents')::integer, 1)`;
