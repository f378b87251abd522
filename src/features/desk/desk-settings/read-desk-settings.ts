import type { DeskSettings } from '#contracts/desk/desk-settings.ts';
import type { Db } from '#platform/db/client.ts';

/** When staff answers, how soon, and when solved tickets close. */
export async function readDeskSettings(sql: Db): Promise<DeskSettings> {
  const [settings] = await sql<DeskSettings[]>`
    select time_zone, hours, holidays::text[] as holidays, targets, close_after_days from desk_settings`;
  return settings!;
}
