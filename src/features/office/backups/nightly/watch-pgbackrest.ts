import { type PgbackrestBackup, readPgbackrest } from '#platform/backup/pgbackrest/read-pgbackrest.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { recordFailure } from '../taking/record-backup.ts';
import { noteStored } from './note-stored.ts';
import { watchBackups } from './watch-backups.ts';

/** Records the backups that pgBackRest has of a stanza, and raises the alerts of the shop's own. */
export async function watchPgbackrest(ctx: VaultCtx, stanza: string): Promise<void> {
  const place = `pgbackrest:${stanza}`;
  try {
    const backups = await readPgbackrest(stanza);
    await noteNew(ctx, place, backups);
    const names = backups.map(({ label }) => label);
    await noteStored(ctx, place, { there: names, whole: names, broken: [] });
  } catch (error) {
    await noteFailure(ctx, place, error);
  }
  await watchBackups(ctx, place);
}

async function noteNew({ sql }: VaultCtx, place: string, backups: readonly PgbackrestBackup[]): Promise<void> {
  const known = await sql<{ name: string }[]>`select name from backups where place = ${place} and name is not null`;
  for (const { label, started_at, ended_at, bytes, stored_bytes } of backups) {
    if (known.some(({ name }) => name === label)) continue;
    const what = { place, by: 'pgbackrest', form: 'pgbackrest', name: label };
    await sql`insert into backups ${sql({ ...what, started_at, ended_at, bytes, stored_bytes })}`;
  }
}

/** Once for a failure that goes on. */
async function noteFailure({ sql, clock }: VaultCtx, place: string, error: unknown): Promise<void> {
  const [last] = await sql<{ error: string }[]>`
    select error from backups where place = ${place} order by ended_at desc, id desc limit 1`;
  if (last?.error) return;
  const now = clock.now();
  await recordFailure(sql, { started_at: now, place, by: 'pgbackrest' }, error, now);
}
