import type { Ctx } from '../../../ctx.ts';
import { reasonOf } from '../taking/record-backup.ts';

/** Notes what a store has of what was backed up there: the names of those that are there, and of those with all their objects. */
export async function noteStored(
  { sql, clock }: Ctx,
  place: string,
  { there, whole }: { there: readonly string[]; whole: readonly string[] },
): Promise<void> {
  const now = clock.now();
  await sql`
    update backups set found_at = case when name = any(${whole}) then ${now} else found_at end,
      removed_at = case when name = any(${there}) then null else coalesce(removed_at, ${now}) end, removal_error = ''
    where place = ${place} and name is not null and (removed_at is null or removal_error <> '')`;
}

/** Notes with the last backup why old ones couldn't be removed. */
export async function noteRemovalFailure({ sql }: Ctx, place: string, error: unknown): Promise<void> {
  await sql`
    update backups set removal_error = ${reasonOf(error)}
    where id = (select id from backups where place = ${place} and name is not null order by ended_at desc, id desc limit 1)`;
}
