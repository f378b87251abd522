import type { Evidence, Witness } from '../../../feature.ts';

export const passkeyEvidence: Evidence = {
  what: 'passkey',
  table: 'passkeys',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id, created_at as at, sealed_facts(p) as facts, mac, null as flaw
    from passkeys p where id > ${after} order by id limit ${limit}`,
};
