import { factName, type SavedFacts } from '#contracts/supply/programme-drafts.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import { readProgramme } from '../../programmes/programme/read-programme.ts';

/** What a draft takes over from a programme: all but its name, which stays its own, and its key, which approvers confirm anew. */
export async function factsLike(sql: Db, actor: Actor, id: string): Promise<SavedFacts> {
  const facts: Record<string, unknown> = { ...(await readProgramme(sql, actor, id)) };
  const names = factName.options.filter((name) => name !== 'name' && name !== 'issuer_public_key');
  // A programme of an earlier release lacks what it didn't declare.
  return Object.fromEntries(names.flatMap((name) => (facts[name] == null ? [] : [[name, facts[name]]])));
}
