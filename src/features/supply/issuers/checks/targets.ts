import type { Db } from '#platform/db/client.ts';

/** SQL for the cards `c` that their issuer is asked about: those it hasn't confirmed yet, and canaries for as long as they can be redeemed. */
export const targets = (sql: Db) => sql`(
  c.unusable_at is null and not c.undone
  and (c.state in ('unconfirmed', 'quarantined') and not c.issuer_confirmed
    or c.canary and c.state not in ('expired', 'void')))`;
