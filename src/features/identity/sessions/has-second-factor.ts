import type { Db, Query } from '#platform/db/client.ts';

/** SQL for whether a user, given as the SQL of an id, has a confirmed authenticator app or a passkey. */
export const hasSecondFactor = (sql: Db, user_id: Query) => sql`(
  exists (select from totp_secrets where user_id = ${user_id} and confirmed_at is not null)
  or exists (select from passkeys where user_id = ${user_id}))`;
