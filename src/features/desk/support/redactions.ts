import { REMOVED } from '../../content/versions/is-redacted.ts';
import type { Redaction } from '../../feature.ts';

/** What people wrote in tickets. */
export const redactions: Redaction[] = [
  {
    kind: 'ticket_comment',
    redact: (sql, { id, actor_id, now }) => sql`
      update ticket_comments set body = '', review = 'removed', reviewed_by = ${actor_id}, reviewed_at = ${now}
      where id = ${id} and body <> '' returning id`,
  },
  {
    // Replies that are kept for repeated requests, the buyer's and those of staff, show the subject, too.
    kind: 'ticket_subject',
    redact: (sql, { id }) => sql`
      with before as (select id, subject from tickets where id = ${id} and subject <> ${REMOVED}),
      kept as (
        update idempotency_keys k set reply = jsonb_set(reply, '{data,subject}', to_jsonb(${REMOVED}::text))
        from before b where k.reply #>> '{data,id}' = b.id::text and k.reply #>> '{data,subject}' = b.subject)
      update tickets t set subject = ${REMOVED} from before b where t.id = b.id returning t.id`,
  },
  {
    kind: 'ticket_rating',
    redact: (sql, { id }) => sql`
      update ticket_ratings set comment = '' where ticket_id = ${id} and comment <> '' returning ticket_id`,
  },
];
