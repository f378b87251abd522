import { connect, type Sql } from '#platform/db/client.ts';
import { clusterUrl, openRunning, type PostgresCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE } from '#platform/embedded/prepare-database.ts';

/** Does some work in the running database of a folder as its superuser, on one connection and without limits of time. */
export async function asSuperuser<T>(
  dir: string,
  work: (sql: Sql, cluster: PostgresCluster) => Promise<T>,
): Promise<T> {
  const { cluster, port } = await openRunning(dir);
  const sql = connect(clusterUrl(cluster, port, DATABASE, SUPERUSER), {
    max: 1,
    statement_timeout_ms: 0,
    answer_timeout_ms: 0,
    idle_in_transaction_timeout_ms: 0,
  });
  try {
    return await work(sql, cluster);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
