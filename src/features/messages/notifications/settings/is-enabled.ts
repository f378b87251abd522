import { type OptionalKind, optionalKinds } from '#contracts/messages/notifications.ts';
import type { Db } from '#platform/db/client.ts';

export interface About {
  user_id: string;
  kind: OptionalKind;
}

/** Whether a user has notifications of a kind enabled for a channel: the one rule for the inbox and for mails. */
export async function isEnabled(
  sql: Db,
  { user_id, kind, channel }: About & { channel: 'inbox' | 'mail' },
): Promise<boolean> {
  const [setting] = await sql<{ enabled: boolean }[]>`
    select ${sql(channel)} as enabled from notification_settings where user_id = ${user_id} and kind = ${kind}`;
  return setting?.enabled ?? optionalKinds[kind][channel];
}
