import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { holdText } from '../../../oversight/import-guard/hold-text.ts';
import { refuseText } from '../../../oversight/import-guard/refuse-text.ts';

/** Replies of the same author that a further one is read together with. */
const REPLIES = 5;

interface Written {
  body: string;
  /** What is shown above it. */
  subject?: string;
  /** Where earlier replies stand, and whose they are. */
  ticket_id?: string;
  author_id?: string | null;
}

/**
 * A buyer's text as it is stored, and whether staff decides about it first: because of what it holds, or because a number
 * goes on from what its author wrote before.
 */
export async function heldComment(
  sql: Db,
  { body, subject, ticket_id, author_id = null }: Written,
): Promise<{ body: string; review: 'waiting' | null }> {
  const held = holdText(body);
  if (!held) throw invalidField('body', refuseText(body, 'text')!);
  const before = subject === undefined ? await readReplies(sql, { ticket_id, author_id }) : [subject];
  const goesOn = before.length > 0 && holdText([...before, body].join('\n'))?.waits !== false;
  return { body: held.text, review: held.waits || goesOn ? 'waiting' : null };
}

async function readReplies(
  sql: Db,
  { ticket_id, author_id }: { ticket_id: string | undefined; author_id: string | null },
): Promise<string[]> {
  if (ticket_id === undefined) return [];
  const replies = await sql<{ body: string }[]>`
    select right(body, 1000) as body from ticket_comments
    where ticket_id = ${ticket_id} and not by_staff and author_id is not distinct from ${author_id} and review is null
    order by id desc limit ${REPLIES}`;
  return replies.map(({ body }) => body).reverse();
}
