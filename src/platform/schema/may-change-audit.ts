import type { Sql } from '#platform/db/client.ts';

/** Whether the connection's role could rewrite the audit log, or create or own tables. */
export async function mayChangeAudit(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ may: boolean }[]>`
    select has_table_privilege('audit_entries', 'update, delete, truncate')
      or has_table_privilege('audit_chain', 'update, delete, truncate')
      or has_schema_privilege('public', 'create') as may`;
  return found!.may;
}
