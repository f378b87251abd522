import { type OptionalKind, optionalKinds } from '#contracts/messages/notifications.ts';
import type { Db } from '#platform/db/client.ts';

export interface About {
  user_id: string;
  kind: OptionalKind;
}

/** Whether a user wants to be told about something here: the one rule for the inbox and for mails. */
export async function isWanted(
  sql: Db,
  { user_id, kind, channel }: About & { channel: 'inbox' | 'mail' },
): Promise<boolean> {
  const [setting] = await sql<{ wanted: boolean }[]>`
    select ${sql(channel)} as wanted from notification_settings where user_id = ${user_id} and kind = ${kind}`;
  return setting?.wanted ?? optionalKinds[kind][channel];
}
