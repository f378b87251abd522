import type { Alert } from '#contracts/chains.ts';

type Facts = Pick<Alert, 'kind' | 'subject' | 'details'>;

const SENTENCES: Record<string, (alert: Facts) => string> = {
  'chain.halted': ({ subject, details }) =>
    `${subject} stopped and will not go on by itself: ${details.reason}. Look at the node, then run facevalue chain rescan ${subject} HEIGHT.`,
  'chain.suspense': ({ subject, details }) =>
    `${details.amount_units} units of ${subject} came to index ${details.index}, which nobody was given. Is another wallet receiving on this key, or was a backup restored?`,
  'chain.backup': ({ subject, details }) =>
    `${subject} was not watched from ${details.watched_until} on: in case this is a restored backup, the next address is index ${details.next_index}.`,
  'deposit.reversed': ({ details }) =>
    `A credited ${details.coin} payment of ${details.username} left the chain: ${cents(details.taken_cents)} was taken back, ${cents(details.owed_cents)} is owed.`,
  'payment.held_for_review': () =>
    'A payment from a listed address is held. Look at it under payments: two admins release it, or one keeps it.',
  'payment.sender_listed': () =>
    'The sender of a payment that was credited before is on the sanctions list now. Nothing was taken back: decide what the law asks for.',
};

const cents = (value: unknown) => `$${(Number(value) / 100).toFixed(2)}`;

/** What an alert says to a person; one of a kind that has no sentence says its name and subject. */
export function alertSentence(alert: Facts): string {
  return SENTENCES[alert.kind]?.(alert) ?? `${alert.kind}: ${alert.subject}`;
}
