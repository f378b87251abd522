import { runMigrations } from 'graphile-worker';

/** Makes or updates the job tables, so that jobs can be queued before a runner is up. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl });
}
