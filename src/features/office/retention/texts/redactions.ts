import type { REDACTABLE } from '#contracts/office/retention.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { REMOVED } from '../../../content/versions/is-redacted.ts';

export type Redactable = (typeof REDACTABLE)[number];

interface By {
  id: string;
  actor_id: string;
  now: Date;
}

/** What was emptied; with its ticket if it belongs to one. */
interface Emptied {
  ticket_id: string | null;
}

/** For each kind, the statement that empties a text; it finds nothing where there is no text any more. */
export const redactions: Record<Redactable, (sql: Tx, by: By) => PromiseLike<readonly Emptied[]>> = {
  ticket_comment: (sql, { id, actor_id, now }) => sql<Emptied[]>`
    with emptied as (
      update ticket_comments set body = '', review = 'removed', reviewed_by = ${actor_id}, reviewed_at = ${now}
      where id = ${id} and body <> '' returning id, ticket_id),
    -- The ticket of a claim begins with what the claim keeps as its note, too.
    claimed as (
      update claims m set note = '' from emptied e where m.ticket_id = e.ticket_id
        and e.id = (select id from ticket_comments where ticket_id = e.ticket_id order by id limit 1)
      returning m.id),
    kept as (${withoutNote(sql, 'claimed')})
    select ticket_id from emptied`,
  ticket_note: (sql, { id }) => sql<Emptied[]>`
    update ticket_notes set body = '' where id = ${id} and body <> '' returning ticket_id`,
  // Replies that are kept for repeated requests, the buyer's and those of staff, show the subject, too.
  ticket_subject: (sql, { id }) => sql<Emptied[]>`
    with before as (select id, subject from tickets where id = ${id} and subject <> ${REMOVED}),
    kept as (
      update idempotency_keys k set reply = jsonb_set(reply, '{data,subject}', to_jsonb(${REMOVED}::text))
      from before b where k.reply #>> '{data,id}' = b.id::text and k.reply #>> '{data,subject}' = b.subject)
    update tickets t set subject = ${REMOVED} from before b where t.id = b.id returning t.id as ticket_id`,
  ticket_rating: (sql, { id }) => sql<Emptied[]>`
    update ticket_ratings set comment = '' where ticket_id = ${id} and comment <> '' returning ticket_id`,
  gift_message: (sql, { id }) => sql<Emptied[]>`
    update gifts set message = '' where id = ${id} and message <> '' returning null::uuid as ticket_id`,
  order_note: (sql, { id }) => sql<Emptied[]>`
    update order_lines set note = '' where id = ${id} and note <> '' returning null::uuid as ticket_id`,
  claim_note: (sql, { id }) => sql<Emptied[]>`
    with claimed as (update claims set note = '' where id = ${id} and note <> '' returning id),
    kept as (${withoutNote(sql, 'claimed')})
    select null::uuid as ticket_id from claimed`,
  content_version: redactVersion,
};

/** SQL that empties the note of claims in the replies that are kept for repeated requests. */
const withoutNote = (sql: Tx, claims: string) => sql`
  update idempotency_keys k set reply = jsonb_set(reply, '{data,note}', '""')
  from ${sql(claims)} c where k.reply #>> '{data,id}' = c.id::text and k.reply #>> '{data,note}' <> ''`;

/** The fields of published texts that people wrote; all others are choices and times. */
const WRITTEN = ['answer', 'content', 'question', 'title', 'topic'];

/** Empties an earlier version of a published text. What a text says now is changed by its editor, which keeps a version. */
async function redactVersion(sql: Tx, { id }: By): Promise<Emptied[]> {
  const [version] = await sql<{ words: Words; current: boolean }[]>`
    select v.words, v.text_id in (
        select id from news union all select id from notices union all select id from faqs union all select id from legal_texts)
      and not exists (
        select from content_versions n where n.text_id = v.text_id and (n.saved_at, n.id) > (v.saved_at, v.id)) as current
    from content_versions v where v.id = ${id} for update`;
  if (!version) return [];
  if (version.current) throw new AppError('conflict', message('redact.current'));
  const words = emptied(version.words);
  if (JSON.stringify(words) === JSON.stringify(version.words)) return [];
  // Texts as they were stored, which the client's type for JSON doesn't see.
  await sql`update content_versions set words = ${sql.json(words as never)} where id = ${id}`;
  return [{ ticket_id: null }];
}

type Words = Record<string, unknown>;

function emptied(words: Words): Words {
  const fields = Object.entries(words).map(([field, value]) => {
    if (field === 'translations') return [field, translated((value ?? {}) as Record<string, Words>)];
    return [field, WRITTEN.includes(field) && value ? REMOVED : value];
  });
  return Object.fromEntries(fields);
}

const translated = (translations: Record<string, Words>) =>
  Object.fromEntries(Object.entries(translations).map(([locale, words]) => [locale, emptied(words)]));
