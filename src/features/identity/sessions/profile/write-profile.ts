import type { Db } from '#platform/db/client.ts';

/** What an account says about itself, and nothing proves. */
interface Profile {
  display_name: string;
  locale: string | null;
  time_zone: string | null;
  theme: string | null;
  country: string | null;
}

export async function writeProfile(sql: Db, user_id: string, profile: Partial<Profile>): Promise<void> {
  await sql`update users set ${sql({ ...profile })} where id = ${user_id}`;
}
