import type { Evidence, Witness } from '../../../feature.ts';

/** Who is signed in, and which devices are trusted. */
export const sessionEvidence: Evidence[] = [
  {
    what: 'session',
    table: 'sessions',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, created_at as at, sealed_facts(s) as facts, mac, null as flaw
      from sessions s where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'trusted device',
    table: 'devices',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, trusted_at as at, sealed_facts(d) as facts, mac, null as flaw
      from devices d where id > ${after} and trusted_at is not null order by id limit ${limit}`,
  },
];
