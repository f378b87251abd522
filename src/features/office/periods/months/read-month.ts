import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type MonthRow, readMonths } from './read-months.ts';

/** One month of the books; throws not_found for one before the first transfer or in the future. */
export async function readMonth(sql: Db, month: string): Promise<MonthRow> {
  const found = (await readMonths(sql)).find((one) => one.month === month);
  if (!found) throw new AppError('not_found', message('month.unknown'));
  return found;
}
