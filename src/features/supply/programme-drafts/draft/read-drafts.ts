import { factName, type ProgrammeDraft } from '#contracts/supply/programme-drafts.ts';
import { newProgramme } from '#contracts/supply/programme-facts.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

type Row = Omit<ProgrammeDraft, 'missing'>;

/** Facts that have no default. */
const required = factName.options.filter((name) => !newProgramme.shape[name].safeParse(undefined).success);

/** All drafts, the one saved last first; their number is limited. */
export async function readDrafts(sql: Db): Promise<ProgrammeDraft[]> {
  return (await select(sql, null)).map(shown);
}

/** One draft; refuses one that was proposed, discarded or forgotten. */
export async function readDraft(sql: Db, id: string): Promise<ProgrammeDraft> {
  const [row] = await select(sql, id);
  if (!row) throw draftGone();
  return shown(row);
}

export const draftGone = () => new AppError('not_found', message('programme_drafts.gone'));

const select = (sql: Db, id: string | null) => sql<Row[]>`
  select d.id, d.facts, d.revision, begun.username as begun_by, saved.username as saved_by, d.saved_at
  from programme_drafts d join users begun on begun.id = d.begun_by join users saved on saved.id = d.saved_by
  where ${id}::uuid is null or d.id = ${id} order by d.saved_at desc, d.id`;

const shown = (row: Row): ProgrammeDraft => ({
  ...row,
  missing: required.filter((name) => row.facts[name] === undefined),
});
