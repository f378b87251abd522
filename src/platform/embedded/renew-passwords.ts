import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '#platform/db/client.ts';
import { APP, OWNER, type PostgresCluster, passwordOf, SUPERUSER } from './postgres-cluster.ts';

/** Gives every role of a running cluster a new password, as its superuser. Connections that are open stay. */
export async function renewPasswords(sql: Sql, { home }: Pick<PostgresCluster, 'home'>): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  // The passwords have no character that needs quoting.
  for (const role of [SUPERUSER, OWNER, APP] as const)
    await sql.unsafe(`alter role ${role} password '${passwordOf({ password }, role)}'`);
  // In place, so that the file stays its user's alone.
  await writeFile(join(home, 'password'), `${password}\n`);
}
