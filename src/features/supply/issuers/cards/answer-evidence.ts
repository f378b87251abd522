import type { Evidence, Witness } from '../../../feature.ts';

/** Answers by which claims are refunded. */
export const answerEvidence: Evidence = {
  what: "issuer's answer",
  table: 'issuer_answers',
  read: (sql, { after, limit }) => sql<Witness[]>`
    select id, asked_at as at, sealed_facts(a) as facts, mac, null as flaw
    from issuer_answers a where id > ${after} order by id limit ${limit}`,
};
