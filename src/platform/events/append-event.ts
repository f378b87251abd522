import type { Db } from '#platform/db/client.ts';
import { appendEvents } from './append-events.ts';

export interface NewEvent {
  /** `private-…`: only authorised subscribers receive it. */
  channel: string;
  /** kebab-case name of what happened. */
  event: string;
  /** At most 8,000 bytes as JSON; ids and facts, never a secret. */
  data: Record<string, unknown>;
}

/** Writes an event in the caller's transaction: it is published if and only if that commits. */
export async function appendEvent(sql: Db, { channel, event, data }: NewEvent): Promise<void> {
  // `data` is JSON by its caller's word; the client's type for it allows no `unknown`.
  await appendEvents(sql, sql`values (${channel}, ${event}, ${sql.json(data as never)}::jsonb)`);
}
