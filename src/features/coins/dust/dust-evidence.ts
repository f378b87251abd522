import { numberAfter } from '#platform/db/verify-all.ts';
import type { Evidence, Witness } from '../../feature.ts';

/** What came in as dust, and which sum it is part of. */
export const dustEvidence: Evidence = {
  what: 'dust',
  table: 'dust_deposits',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id::text, first_seen_at as at, sealed_facts(d) as facts, mac, null as flaw
    from dust_deposits d where id > ${numberAfter(after)} order by d.id limit ${limit}`,
};
