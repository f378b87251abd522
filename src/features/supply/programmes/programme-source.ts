import type { TextSource } from '../../feature.ts';

/** What buyers read about programmes, with its translations. Two people approved it, and two decide what becomes of it. */
export const programmeSource: TextSource = {
  name: 'programmes',
  read: (sql, { after, limit }) => sql<{ id: string; text: string }[]>`
    select id, left(concat_ws(E'\\n', name, issuer_name, registration_ref, redemption_text, expiry_policy,
      fee_text, evidence_ref,
      redemption_translations::text, expiry_translations::text, fee_translations::text), 40000) as text
    from programmes where ${after}::uuid is null or id > ${after} order by id limit ${limit}`,
};
