import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Redaction } from '../../feature.ts';
import { REMOVED } from './is-redacted.ts';

/** The fields of published texts that people wrote; all others are choices and times. */
const WRITTEN = ['answer', 'content', 'question', 'title', 'topic'];

/** Empties an earlier version of a published text. What a text says now is changed by its editor, which keeps a version. */
export const redactVersion: Redaction = { kind: 'content_version', redact };

async function redact(sql: Tx, { id }: { id: string }): Promise<{ id: string }[]> {
  const [version] = await sql<{ fields: TextFields; current: boolean }[]>`
    select v.fields, v.text_id in (
        select id from news union all select id from notices union all select id from faqs
        union all select id from legal_texts)
      and not exists (
        select from content_versions n
        where n.text_id = v.text_id and (n.saved_at, n.id) > (v.saved_at, v.id)) as current
    from content_versions v where v.id = ${id} for update`;
  if (!version) return [];
  if (version.current) throw new AppError('conflict', message('redact.current'));
  const fields = emptied(version.fields);
  if (JSON.stringify(fields) === JSON.stringify(version.fields)) return [];
  // Texts as they were stored, which the client's type for JSON doesn't see.
  await sql`update content_versions set fields = ${sql.json(fields as never)} where id = ${id}`;
  return [{ id }];
}

type TextFields = Record<string, unknown>;

function emptied(fields: TextFields): TextFields {
  const emptiedFields = Object.entries(fields).map(([field, value]) => {
    if (field === 'translations') return [field, translated((value ?? {}) as Record<string, TextFields>)];
    return [field, WRITTEN.includes(field) && value ? REMOVED : value];
  });
  return Object.fromEntries(emptiedFields);
}

const translated = (translations: Record<string, TextFields>) =>
  Object.fromEntries(Object.entries(translations).map(([locale, fields]) => [locale, emptied(fields)]));
