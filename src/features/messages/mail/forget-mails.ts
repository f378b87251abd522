import type { Db } from '#platform/db/client.ts';

/** Forgets the mails to addresses of an account that is erased. */
export async function forgetMails(sql: Db, addresses: readonly string[]): Promise<void> {
  await sql`delete from mailbox where recipient = any(${[...addresses]}::text[])`;
}
