import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { findEmbargoed } from './find-embargoed.ts';

/** Refuses countries that the operator's list says aren't dealt with, given by the field that names each. */
export async function refuseEmbargoed(sql: Db, fields: Record<string, string>): Promise<void> {
  const found = await findEmbargoed(sql, fields);
  if (found) throw invalidField(...found);
}
