import { numberAfter } from '#platform/db/verify-all.ts';
import type { Evidence, Witness } from '../../feature.ts';

/** What came in, what was asked for it, and who decided about what was held: no check takes a row's own word for it. */
export const depositEvidence: Evidence[] = [
  {
    what: 'deposit',
    table: 'deposits',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, first_seen_at as at, sealed_facts(d) as facts, mac, null as flaw
      from deposits d where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'credit',
    table: 'deposit_credits',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id::text, at, sealed_facts(c) as facts, mac, null as flaw
      from deposit_credits c where id > ${numberAfter(after)} order by c.id limit ${limit}`,
  },
  {
    what: 'sighting',
    table: 'seen_hints',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id::text, first_seen_at as at, sealed_facts(h) as facts, mac, null as flaw
      from seen_hints h where id > ${numberAfter(after)} and gone_at is null order by h.id limit ${limit}`,
  },
  {
    what: 'payment',
    table: 'payments',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, created_at as at, sealed_facts(p) as facts, mac, null as flaw
      from payments p where id > ${after} order by id limit ${limit}`,
  },
  {
    what: 'decision about a held payment',
    table: 'hold_decisions',
    read: (sql, { after, limit }) => sql<Witness[]>`
      select id, at, sealed_facts(h) as facts, mac, null as flaw
      from hold_decisions h where id > ${after} order by id limit ${limit}`,
  },
];
