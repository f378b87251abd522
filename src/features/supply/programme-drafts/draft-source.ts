import type { TextSource } from '../../feature.ts';

/** What drafts say, for a newer import guard. */
export const draftSource: TextSource = {
  name: 'programme_drafts',
  read: (sql, { after, limit }) => sql<{ id: string; text: string }[]>`
    select id, left(concat_ws(E'\\n', facts ->> 'name', facts ->> 'issuer_name', facts ->> 'registration_ref',
      facts ->> 'redemption_text', facts ->> 'expiry_policy', facts ->> 'fee_text', facts ->> 'redemption_translations',
      facts ->> 'expiry_translations', facts ->> 'fee_translations'), 40000) as text
    from programme_drafts where ${after}::uuid is null or id > ${after} order by id limit ${limit}`,
};
