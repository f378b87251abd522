import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#platform/db/client.ts';

const GRANT_LOCK = 4_203_710_004;

/** Gives the role that serves the rights of grants.sql, and no others; on the owner's connection. */
export const grantRights = (sql: Sql, dir: string, app: string): Promise<void> =>
  grant(sql, dir, { files: ['grants.sql'], role: app });

/** Gives the role of processes without the master key the same rights, but for what is sealed. */
export const grantWebRights = (sql: Sql, dir: string, web: string): Promise<void> =>
  grant(sql, dir, { files: ['grants.sql', 'grants-web.sql'], role: web });

async function grant(sql: Sql, dir: string, { files, role }: { files: string[]; role: string }): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${GRANT_LOCK})`;
    for (const text of texts) await tx.unsafe(text.replaceAll(':app', `"${role.replaceAll('"', '""')}"`));
  });
}
