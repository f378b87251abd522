import type { Db, Query } from '#platform/db/client.ts';

/** SQL for whether a user, given as the SQL of an id, has a confirmed authenticator app or a passkey. */
export const hasSecondFactor = (sql: Db, user_id: Query) => sql`
  exists (select from second_factors where user_id = ${user_id})`;
