import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { topUpRoom } from '../../../coins/deposits/credit/top-up-limits.ts';

/** Refuses what a balance doesn't cover, with the cents that are missing and how many of them can be added now. */
export async function tooLittle(
  sql: Db,
  { user_id, now, missing }: { user_id: string; now: Date; missing: number },
): Promise<AppError> {
  const { room_cents } = await topUpRoom(sql, { user_id, now });
  const amounts = { amount: { cents: missing }, room: { cents: room_cents } };
  return new AppError('invalid', message(missing > room_cents ? 'order.short_of_room' : 'order.short', amounts), {
    balance: [message('order.missing', amounts)],
    missing_cents: [String(missing)],
    room_cents: [String(room_cents)],
  });
}
