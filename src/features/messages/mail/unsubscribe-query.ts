import { reminders } from '#contracts/messages/notifications.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import type { About } from '../notifications/settings/is-enabled.ts';
import { writeUnsubscribeToken } from '../notifications/settings/unsubscribe-token.ts';

/** The query of the links that end mails of this kind; undefined if the law asks for none. */
export function unsubscribeQuery(vault: Macs, about: About | undefined): string | undefined {
  const kind = reminders.find((one) => one === about?.kind);
  if (!about || !kind) return undefined;
  return `?kind=${kind}&token=${writeUnsubscribeToken(vault, about.user_id, kind)}`;
}
