import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';

/** Refuses a discount that takes prices below their floor, whoever asks for it. */
export function requireFloor(floor_bp: number | null, discount_bp: number): void {
  if (floor_bp !== null && discount_bp > 10_000 - floor_bp) {
    throw new AppError('forbidden', message('prices.under_floor', { percent: floor_bp / 100 }));
  }
}
