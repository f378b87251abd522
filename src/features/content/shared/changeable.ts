import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';

interface Text {
  updated_at: string;
}

/** The row that is to be changed, unless it is gone or was changed since `read_at`. */
export function changeable<T extends Text>(row: T | undefined, read_at?: string): T {
  if (!row) throw new AppError('not_found', message('texts.missing'));
  if (read_at !== undefined && new Date(read_at).getTime() !== new Date(row.updated_at).getTime())
    throw new AppError('conflict', message('texts.changed_meanwhile'));
  return row;
}
