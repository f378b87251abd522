import type { Db } from '#platform/db/client.ts';
import { provableSince } from './provable-nights.ts';

/** SQL for a published sum as the API shows it. */
export const sumColumns = (sql: Db, now: Date) => sql`
  number, at, total_cents, statement, encode(digest, 'hex') as digest, encode(signature, 'hex') as signature,
  encode(public_key, 'hex') as public_key, at >= ${provableSince(now)} as provable`;
