import { runMigrations } from 'graphile-worker';
import { openPool } from './open-pool.ts';

/** Creates or updates the job tables. Throws if a newer release has changed them in a way this one doesn't support. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  const pgPool = openPool({ connectionString: databaseUrl, max: 1 });
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}
