import type { Run } from '../world.ts';

/** The id of the proposal about a subject that nobody has decided. */
export async function openProposal({ sql }: Pick<Run, 'sql'>, kind: string, subject: string): Promise<string> {
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where kind = ${kind} and subject = ${subject} and decision is null`;
  return open!.id;
}
