import { runMigrations } from 'graphile-worker';
import { openPool } from './open-pool.ts';

/** Makes or updates the job tables. Throws where a newer release has changed them in a way that this one does not know. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const pgPool = openPool({ connectionString: databaseUrl, max: 1 });
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}
