import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { SoldLine } from './lock-line.ts';

/** Throws why a card can't be claimed, if it can't. */
export function refuseUnclaimable(line: SoldLine, now: Date): void {
  const { state, claim_id, guarantee_ends_at } = line;
  if (claim_id) throw new AppError('conflict', message('claim.made_already'));
  if (state === 'delivered') throw new AppError('conflict', message('claim.not_revealed'));
  if (state !== 'revealed') throw new AppError('conflict', message('order.returned_already'));
  if (guarantee_ends_at === null || Date.parse(guarantee_ends_at) <= now.getTime())
    throw new AppError('conflict', message('claim.over'));
}
