import type { Ctx } from '../../../ctx.ts';
import { reasonOf } from '../taking/record-backup.ts';

/** What a store has of what was backed up there, by name: all that is there, what has all of its objects, and what lacks some. */
interface Stored {
  there: readonly string[];
  whole: readonly string[];
  broken: readonly string[];
}

/** Notes what a store has. Of a backup of another data directory it says no more than that it is there. */
export async function noteStored({ sql, clock }: Ctx, place: string, { there, whole, broken }: Stored): Promise<void> {
  const now = clock.now();
  await sql`
    update backups set found_at = case when name = any(${whole}) then ${now} when name <> all(${broken}) then found_at end,
      removed_at = case when name = any(${there}) then null else coalesce(removed_at, ${now}) end, removal_error = ''
    where place = ${place} and name is not null
      and (removed_at is null or removal_error <> '' or name = any(${there}))`;
}

/** Notes with the last backup why old ones couldn't be removed. */
export async function noteRemovalFailure({ sql }: Ctx, place: string, error: unknown): Promise<void> {
  await sql`
    update backups set removal_error = ${reasonOf(error)}
    where id = (select id from backups where place = ${place} and name is not null order by ended_at desc, id desc limit 1)`;
}
