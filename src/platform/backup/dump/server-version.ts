import { connect } from '#platform/db/client.ts';

/** The version of a database's server, such as 150018. */
export async function versionAt(url: string): Promise<number> {
  const sql = connect(url, { max: 1 });
  try {
    const [server] = await sql<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
    return server!.version;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Such as 15 of 150018. */
export const releaseOf = (server_version: number): number => Math.floor(server_version / 10_000);
