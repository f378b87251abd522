import { type Message, message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { findLookalike } from './find-lookalike.ts';

/** Why a new programme can't have a name, as far as that is known before it is proposed; null if it can. */
export async function findNameProblem(sql: Db, name: string): Promise<Message | null> {
  if (await isNameTaken(sql, name, null)) return message('programme.name_taken');
  const [own] = await sql`select from brands where name = ${name}`;
  return own ? null : findLookalike(sql, name, null);
}

/** Whether an active or proposed programme has a name, or an open version of another one asks for it. */
export async function isNameTaken(sql: Db, name: string, programme_id: string | null): Promise<boolean> {
  const [taken] = await sql`
    select 1 from programmes
    where name = ${name} and state in ('proposed', 'active', 'suspended') and id is distinct from ${programme_id}
    union all
    select 1 from programme_versions
    where facts ->> 'name' = ${name} and state = 'proposed' and programme_id is distinct from ${programme_id}`;
  return taken !== undefined;
}
