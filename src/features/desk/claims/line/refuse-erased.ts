import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { SoldLine } from './lock-line.ts';

/** A refund to an account that nobody can sign in to would be lost. */
export function refuseErased({ erased }: SoldLine): void {
  if (erased) throw new AppError('conflict', message('claim.buyer_gone'));
}
