import type { Reminder } from '#contracts/messages/notifications.ts';
import type { Macs } from '#platform/vault/create-vault.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';

const purpose = (kind: Reminder) => `unsubscribe ${kind}`;

/** Ends one kind of mail to one user, and nothing else. */
export const writeUnsubscribeToken = (vault: Macs, user_id: string, kind: Reminder): string =>
  writeIdToken(vault, user_id, purpose(kind));

/** The user's id in a genuine token, or undefined. */
export const readUnsubscribeToken = (vault: Macs, token: string, kind: Reminder): string | undefined =>
  readIdToken(vault, token, purpose(kind));
