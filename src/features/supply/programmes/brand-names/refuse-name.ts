import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { isNameTaken } from './find-name-problem.ts';

/** Refuses a name that an active or proposed programme has, or an open version of another one asks for. */
export async function refuseName(sql: Db, name: string, programme_id: string | null): Promise<void> {
  if (await isNameTaken(sql, name, programme_id)) throw invalidField('name', message('programme.name_taken'));
}
