import type { Db } from '#platform/db/client.ts';

interface Asked {
  /** Of proposals. */
  kind: string;
  /** Whose own proposals don't count. */
  subject: string;
  /** Of transactions, in lower case. */
  hashes: readonly string[];
}

/** Whether an open or approved proposal of this kind, about something else, names one of these transactions in its evidence. */
export async function namesTransaction(sql: Db, { kind, subject, hashes }: Asked): Promise<boolean> {
  const [named] = await sql`
    select from proposals p join unnest(${hashes as string[]}::text[]) as hash
      on strpos(lower(p.facts ->> 'evidence'), hash) > 0
    where p.kind = ${kind} and p.subject <> ${subject} and (p.decision is null or p.decision = 'approved') limit 1`;
  return named !== undefined;
}
