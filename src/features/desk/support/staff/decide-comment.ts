import type { Tx } from '#platform/db/client.ts';

interface Decision {
  comment_id: string;
  decision: 'shown' | 'removed';
  staff_id: string;
  now: Date;
}

/** Shows a comment that waits for staff, or removes the text of any; false where it was decided before. */
export async function decideComment(sql: Tx, { comment_id, decision, staff_id, now }: Decision): Promise<boolean> {
  const { count } = await sql`
    update ticket_comments set review = ${decision}, reviewed_by = ${staff_id}, reviewed_at = ${now},
      body = case when ${decision} = 'removed' then '' else body end
    where id = ${comment_id} and (review = 'waiting' or ${decision} = 'removed' and review is distinct from 'removed')`;
  return count === 1;
}
