import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import type { Finding } from '../findings/finding.ts';

/** Whether the database answers, and whether the role that serves could rewrite the audit log. */
export async function checkDatabase(sql: Db, { demo }: Config): Promise<Finding[]> {
  const [row] = await sql<[{ version: string; owns: boolean }]>`
    select current_setting('server_version') as version,
      has_table_privilege('audit_entries', 'update, delete, truncate') as owns`;
  const { version } = row;
  if (row.owns && !demo) {
    const found = message('doctor.database.owns');
    return [{ name: 'database', state: 'warning', found, advice: message('doctor.database.owns.do') }];
  }
  return [{ name: 'database', state: 'well', found: message('doctor.database.well', { version }) }];
}
