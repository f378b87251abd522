import type { Shortcuts } from '#contracts/identity/shortcuts.ts';
import type { Db } from '#platform/db/client.ts';

/** What an account says about itself, and nothing proves. */
interface Profile {
  display_name: string;
  locale: string | null;
  time_zone: string | null;
  theme: string | null;
  country: string | null;
  shortcuts: Shortcuts | null;
}

export async function writeProfile(sql: Db, user_id: string, profile: Partial<Profile>): Promise<void> {
  const { shortcuts, ...plain } = profile;
  const columns = shortcuts === undefined ? plain : { ...plain, shortcuts: shortcuts && sql.json({ ...shortcuts }) };
  await sql`update users set ${sql(columns)} where id = ${user_id}`;
}
