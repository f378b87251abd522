import type { Tx } from '#platform/db/client.ts';
import type { Redaction } from '../../feature.ts';

/** What a buyer wrote in a claim. The ticket of a claim begins with what the claim keeps as its note, too. */
export const redactions: Redaction[] = [
  {
    kind: 'claim_note',
    redact: (sql, { id }) => sql`
      with claimed as (update claims set note = '' where id = ${id} and note <> '' returning id),
      kept as (${withoutNote(sql, 'claimed')})
      select id from claimed`,
  },
  {
    kind: 'ticket_comment',
    redact: (sql, { id }) => sql`
      with claimed as (
        update claims m set note = '' from ticket_comments e
        where e.id = ${id} and m.ticket_id = e.ticket_id and m.note <> ''
          and e.id = (select id from ticket_comments where ticket_id = e.ticket_id order by id limit 1)
        returning m.id),
      kept as (${withoutNote(sql, 'claimed')})
      select id from claimed`,
  },
];

/** SQL that empties the note of claims in the replies that are kept for repeated requests. */
const withoutNote = (sql: Tx, claims: string) => sql`
  update idempotency_keys k set reply = jsonb_set(reply, '{data,note}', '""')
  from ${sql(claims)} c where k.reply #>> '{data,id}' = c.id::text and k.reply #>> '{data,note}' <> ''`;
