import type { OwnReturn } from '#contracts/coins/top-up-returns.ts';
import type { Tone } from './tag.tsx';

/** How the states of a way back are coloured. */
export const returnTones: Record<OwnReturn['state'], Tone> = {
  asked: 'warn',
  approved: 'info',
  paid: 'good',
  withdrawn: 'plain',
  rejected: 'plain',
  failed: 'bad',
  reversed: 'bad',
};
