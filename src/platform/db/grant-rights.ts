import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from './client.ts';

const GRANT_LOCK = 4_203_710_004;

/** Gives the role that serves the rights of grants.sql, and no others; on the owner's connection. */
export async function grantRights(sql: Sql, dir: string, app: string): Promise<void> {
  const text = await readFile(join(dir, 'grants.sql'), 'utf8');
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${GRANT_LOCK})`;
    await tx.unsafe(text.replaceAll(':app', `"${app.replaceAll('"', '""')}"`));
  });
}
