import type { SavedFacts } from '#contracts/supply/programme-drafts.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { draftGone } from './read-drafts.ts';

/** The facts of a draft that is about to change or to be proposed; refuses a revision that somebody else has saved over. */
export async function lockDraft(sql: Tx, { id, revision }: { id: string; revision: number }): Promise<SavedFacts> {
  const [draft] = await sql<{ facts: SavedFacts; revision: number; saved_by: string }[]>`
    select facts, revision, (select username from users where id = saved_by) as saved_by
    from programme_drafts where id = ${id} for update`;
  if (!draft) throw draftGone();
  if (draft.revision !== revision)
    throw new AppError('conflict', message('programme_drafts.saved_meanwhile', { name: draft.saved_by }));
  return draft.facts;
}
