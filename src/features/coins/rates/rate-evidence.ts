import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { Evidence, Witness } from '../../feature.ts';

/** Rates that payments were credited by. Their ids are numbers, and written as such. */
export const rateEvidence: Evidence = {
  what: 'rate',
  table: 'rate_samples',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id::text, at, sealed_facts(r) as facts, mac, null as flaw
    from rate_samples r where id > ${after === FIRST_ID ? 0 : Number(after)} order by r.id limit ${limit}`,
};
