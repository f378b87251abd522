import type { Problems } from '#platform/chained-log/problem-list.ts';
import type { Db } from '#platform/db/client.ts';
import type { Anchor } from './anchor-line.ts';

/** Reports every anchor that the chain contradicts. */
export async function compareAnchors(sql: Db, anchors: Anchor[], problems: Problems): Promise<void> {
  const [end] = await sql<{ position: number }[]>`select coalesce(max(position), 0) as position from audit_chain`;
  const rows = await sql<{ position: number; link: string }[]>`
    select position, encode(link, 'hex') as link from audit_chain
    where position = any(${anchors.map(({ position }) => position)}::bigint[])`;
  const links = new Map(rows.map(({ position, link }) => [position, link]));
  for (const { number, at, position, link } of anchors) {
    if (position > end!.position)
      problems.add(
        `anchor ${number} of ${at} names position ${position}, but the chain ends at ${end!.position}: newer entries were removed, or an older database was restored`,
      );
    else if ((links.get(position) ?? '') !== link)
      problems.add(`anchor ${number} of ${at}: the link at position ${position} was changed since`);
  }
}
