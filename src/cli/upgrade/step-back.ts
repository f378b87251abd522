import { connectPatiently } from '#app/database/migrate-database.ts';
import type { Tx } from '#platform/db/client.ts';
import { inTurn } from '#platform/db/take-turn.ts';
import type { DatabaseUrls } from '#platform/embedded/embedded.ts';
import { readAppliedRules } from '#platform/schema/apply-rules.ts';
import { MIGRATION_LOCK } from '#platform/schema/migrate.ts';
import { version } from '#platform/version.ts';

/**
 * Makes a database ready for the release before this one, which then takes its own functions, triggers and views when it starts. Tables
 * and rows stay as they are. Returns lines that say what to do; throws where only a restore leads back.
 */
export async function stepBack({ url, owner_url }: DatabaseUrls): Promise<string[]> {
  const sql = connectPatiently(owner_url ?? url);
  try {
    return await inTurn(sql, MIGRATION_LOCK, async (tx) => {
      const rules = await readAppliedRules(tx);
      const before = rules?.release_before;
      if (rules?.release !== version || !before) throw new Error(NO_RELEASE_BEFORE);
      const added = await tx<{ name: string; expands: boolean }[]>`
        select name, expands from schema_migrations where release = ${version} order by version`;
      const [taking] = added.filter(({ expands }) => !expands);
      if (taking) throw new Error(await onlyARestore(tx, { name: taking.name, before }));
      // Rules that no release has: the release before takes its own.
      await tx`update schema_rules set release = ${before}, checksum = '', release_before = null`;
      return [
        `The database is ready for Facevalue ${before}. Its rules are those of ${version} until ${before} starts.`,
        `Now stop ${version} and start ${before}: releases/facevalue-${before}-…/bin/make-current and a restart, or apt-get install facevalue=${before}.`,
        `What ${added.length === 0 ? 'this release' : added.map(({ name }) => name).join(', ')} added stays, unused. The next start of ${version} goes forward again.`,
      ];
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function onlyARestore(sql: Tx, { name, before }: { name: string; before: string }): Promise<string> {
  const [backup] = await sql<{ name: string; place: string; ended_at: string }[]>`
    select name, place, ended_at from backups where by = 'upgrade' and name is not null
    order by ended_at desc limit 1`;
  const way = backup
    ? `restore the backup of before the upgrade, ${backup.name} in ${backup.place} of ${backup.ended_at}: what was sold since is lost.`
    : 'restore a backup of before the upgrade: what was sold since is lost.';
  return `${name} took away what Facevalue ${before} needs. There is no step back: go on with this release, or ${way}`;
}

const NO_RELEASE_BEFORE = `No release before this one, ${version}, is known here: there is no step to take back.`;
