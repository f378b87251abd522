import type { Reply } from '#contracts/call.ts';
import type { Backup, Backups, listBackups as contract } from '#contracts/office/backups.ts';
import { staysUntil } from '#platform/backup/catalogue/expire-backups.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';

/** More than any setting of BACKUP_KEEP leaves. */
const SHOWN = 1_500;

/** The backups at the place of today's settings, as the worker last found them there. */
export async function listBackups({ sql, config, clock }: Ctx): Promise<Reply<typeof contract>> {
  const { by, place } = whoBacksUp(config);
  const keeping = config.backup?.keeping ?? null;
  const nothing = { backups: [], failure: null, removal_error: '' };
  if (place === null) return { data: { by, place, keeping, ...nothing } };
  const rows = await readStored(sql, place);
  const staying = rows.map(({ ended_at }) => ({ finished_at: ended_at }));
  const backups = rows.map((row, at) => ({
    ...row,
    stays_until: keeping ? timeOf(staysUntil(staying[at]!, staying, { keeping, now: clock.now() })) : null,
  }));
  return { data: { by, place, keeping, backups, ...(await readTroubles(sql, place)) } };
}

/** null: it goes with the next removal. */
const timeOf = (ms: number) => (ms === 0 ? null : new Date(ms).toISOString());

function whoBacksUp({ backup, pgbackrest }: Config): Pick<Backups, 'by' | 'place'> {
  if (backup) return { by: 'shop', place: backup.target };
  return pgbackrest ? { by: 'pgbackrest', place: `pgbackrest:${pgbackrest}` } : { by: 'nobody', place: null };
}

const readStored = (sql: Db, place: string) => sql<Omit<Backup, 'stays_until'>[]>`
  select name, started_at, ended_at, by, form, bytes, stored_bytes, found_at from backups
  where place = ${place} and name is not null and removed_at is null
  order by ended_at desc, id desc limit ${SHOWN}`;

async function readTroubles(sql: Db, place: string): Promise<Pick<Backups, 'failure' | 'removal_error'>> {
  const [last] = await sql<{ ended_at: string; error: string }[]>`
    select ended_at, error from backups where place = ${place} order by ended_at desc, id desc limit 1`;
  const [removal] = await sql<{ removal_error: string }[]>`
    select removal_error from backups where place = ${place} and name is not null
    order by ended_at desc, id desc limit 1`;
  return {
    failure: last?.error ? { ended_at: last.ended_at, reason: last.error } : null,
    removal_error: removal?.removal_error ?? '',
  };
}
