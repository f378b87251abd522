import { numberAfter } from '#platform/db/verify-all.ts';
import type { Evidence, Witness } from '../../feature.ts';

/** Rates that payments were credited by. */
export const rateEvidence: Evidence = {
  what: 'rate',
  table: 'rate_samples',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id::text, at, sealed_facts(r) as facts, mac, null as flaw
    from rate_samples r where id > ${numberAfter(after)} order by r.id limit ${limit}`,
};
