import type { Sql } from '#platform/db/client.ts';

/** The first release of PostgreSQL that has what rules.sql can't make up for. */
const OLDEST = 15;

/** Throws, with what runs there, unless the server is of this release of PostgreSQL or a later one. */
export async function refuseOldServer(sql: Sql, oldest = OLDEST): Promise<void> {
  const [server] = await sql<[{ number: string; release: string }]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as release`;
  if (Math.floor(Number(server.number) / 10_000) >= oldest) return;
  throw new Error(
    `DATABASE_URL names a PostgreSQL ${server.release}, and Facevalue needs ${oldest} or later: move the database to a newer server.`,
  );
}
