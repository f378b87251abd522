import type { Db } from '#platform/db/client.ts';

/** Says to a ctx that this is a scrubbed copy, where it is one. */
export async function stagingOf(sql: Db): Promise<{ staging?: true }> {
  const [scrub] = await sql`select from scrubs`;
  return scrub ? { staging: true } : {};
}
