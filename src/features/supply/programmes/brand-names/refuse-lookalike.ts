import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { findLookalike } from './find-lookalike.ts';

/** Refuses a name that another brand has, or that buyers would take for another brand's. `id` is the one to be renamed. */
export async function refuseLookalike(sql: Tx, name: string, id: string | null): Promise<void> {
  const problem = await findLookalike(sql, name, id);
  if (problem) throw invalidField('name', problem);
}
