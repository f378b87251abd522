import type { ListedPayment } from '#contracts/office/books.ts';
import type { Tone } from '#web/ui/display/tag.tsx';

/** How the states of a payment are coloured. */
export const paymentTones: Record<ListedPayment['state'], Tone> = {
  waiting: 'plain',
  seen: 'info',
  confirming: 'info',
  credited: 'good',
  expired: 'plain',
  held: 'warn',
  reversed: 'bad',
};
