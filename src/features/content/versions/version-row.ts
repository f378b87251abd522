import type { Db } from '#platform/db/client.ts';

export interface VersionRow {
  id: string;
  text_id: string;
  fields: Record<string, unknown>;
  saved_by: { id: string; username: string } | null;
  saved_at: string;
}

/** SQL of the versions with who saved them. */
export const versionRows = (sql: Db) => sql`
  select v.id, v.text_id, v.fields, v.saved_at,
    case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as saved_by
  from content_versions v left join users u on u.id = v.saved_by`;
