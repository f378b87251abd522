import type { Db } from '#platform/db/client.ts';
import { type AuditKey, type Entry, linkHash, unkeyedHash } from './link-hash.ts';
import { type Problems, problemList } from './problem-list.ts';
import { sealAudit } from './seal-audit.ts';

const PAGE = 5_000;

interface Link extends Entry {
  position: number;
  link: Uint8Array;
}

interface Walk {
  key: AuditKey;
  /** Links up to this position were made before there was a key; undefined if nobody recorded it. */
  recorded: number | undefined;
  problems: Problems;
  /** The stored link at `position`; undefined after a gap. */
  previous: Uint8Array | undefined;
  position: number;
  unkeyed: number;
  /** Whether a link with the key was found: from there on, every link needs it. */
  keyed: boolean;
}

/**
 * Seals what is left and checks every link, each against the stored one before it, so that each problem is named once.
 * `unkeyed` is how many links were made before there was a key; if it isn't given, a chain may begin with any number.
 */
export async function verifyChain(
  sql: Db,
  key: AuditKey,
  unkeyed?: number,
): Promise<{ entries: number; unkeyed: number; problems: string[] }> {
  await sealAudit(sql, key);
  const problems = problemList();
  const walk: Walk = {
    ...{ key, recorded: unkeyed, problems, previous: new Uint8Array(32), position: 0, unkeyed: 0 },
    keyed: false,
  };
  let entries = 0;
  for (;;) {
    const links = await sql<Link[]>`
      select c.position, c.link, c.entry_id as id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details
      from audit_chain c left join audit_entries e on e.id = c.entry_id
      where c.position > ${walk.position} order by c.position limit ${PAGE}`;
    for (const link of links) checkLink(walk, link);
    entries += links.length;
    if (links.length < PAGE) break;
  }
  for (const id of await unchained(sql)) problems.add(`entry ${id} was never chained`);
  return { entries, unkeyed: unkeyed ?? walk.unkeyed, problems: problems.list() };
}

function checkLink(walk: Walk, link: Link): void {
  const next = walk.position + 1;
  if (link.position !== next) {
    const last = link.position - 1;
    walk.problems.add(
      last === next
        ? `position ${next} of the chain is missing`
        : `positions ${next} to ${last} of the chain are missing`,
    );
    walk.previous = undefined;
  }
  if (link.action === null) walk.problems.add(`entry ${link.id} is gone`);
  else if (walk.previous) checkHash(walk, walk.previous, link);
  walk.previous = link.link;
  walk.position = link.position;
}

function checkHash(walk: Walk, previous: Uint8Array, link: Link): void {
  const { position, id } = link;
  const mayBeUnkeyed = walk.recorded === undefined ? !walk.keyed : position <= walk.recorded;
  if (linkHash(walk.key, previous, position, link).equals(link.link)) {
    walk.keyed = true;
  } else if (!unkeyedHash(previous, position, link).equals(link.link)) {
    walk.problems.add(`entry ${id} differs from its link at position ${position}`);
  } else if (mayBeUnkeyed) walk.unkeyed = position;
  else walk.problems.add(`the link of entry ${id} at position ${position} was made without the key`);
}

async function unchained(sql: Db): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from audit_entries e left join audit_chain c on c.entry_id = e.id
    where c.position is null and e.at < now() - interval '1 minute' order by e.id limit 10`;
  return rows.map(({ id }) => id);
}
