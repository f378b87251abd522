import { MINUTE_MS } from '#contracts/time-units.ts';
import { firstPlace, followLink, type Place } from '#platform/chained-log/follow-link.ts';
import { type Problems, problemList } from '#platform/chained-log/problem-list.ts';
import type { Db } from '#platform/db/client.ts';
import type { NumberedMac } from '#platform/vault/create-vault.ts';
import { type AuditKey, type Entry, isSealedAddress, linkHash, unkeyedHash } from './link-hash.ts';
import { sealAudit } from './seal-audit.ts';

const PAGE = 5_000;
const UNDER_WAY_MS = 15 * MINUTE_MS;

interface Link extends Entry {
  position: number;
  key_number: number;
  link: Uint8Array;
}

/** How far a check of the chain is. */
export interface Walk extends Place {
  /** Links up to this position were made before there was a key; null if nobody recorded it. */
  recorded: number | null;
  unkeyed: number;
  /** Whether a link with a key was found: from there on, every link needs one. */
  keyed: boolean;
  /** The number of the newest key of a link so far, after which no former one makes links; absent in a check from before. */
  key_number?: number;
}

/** The beginning of a check. Without `recorded`, a chain may begin with any number of links without the key. */
export const startOfChain = (recorded: number | null = null): Walk => ({
  ...firstPlace(),
  recorded,
  unkeyed: 0,
  keyed: false,
});

/**
 * Seals what is left and checks every link. `unkeyed` is how many of them were made before there was a key; if it isn't
 * given, a chain may begin with any number.
 */
export async function verifyChain(
  sql: Db,
  key: AuditKey,
  unkeyed?: number,
): Promise<{ entries: number; unkeyed: number; problems: string[] }> {
  await sealAudit(sql, key);
  const problems = problemList();
  const walk = startOfChain(unkeyed);
  let entries = 0;
  for (let ended = false; !ended; ) {
    const piece = await walkChain(sql, key, walk, problems);
    entries += piece.links;
    ended = piece.ended;
  }
  for (const id of await readUnchained(sql)) problems.add(`entry ${id} was never chained`);
  return { entries, unkeyed: unkeyed ?? walk.unkeyed, problems: problems.list() };
}

/** Checks the next piece of the chain and moves `walk` to its end. */
export async function walkChain(
  sql: Db,
  key: AuditKey,
  walk: Walk,
  problems: Problems,
): Promise<{ links: number; ended: boolean }> {
  const links = await sql<Link[]>`
    select c.position, c.link, c.key_number, c.entry_id as id, e.at::text as at, e.actor_id, e.action, e.subject,
      e.address,
      e.details::text as details, c.address_digest, c.coarse_digest
    from audit_chain c left join audit_entries e on e.id = c.entry_id
    where c.position > ${walk.position} order by c.position limit ${PAGE}`;
  for (const link of links) checkLink(key, walk, link, problems);
  return { links: links.length, ended: links.length < PAGE };
}

function checkLink(key: AuditKey, walk: Walk, link: Link, problems: Problems): void {
  const previous = followLink(walk, link, problems);
  if (link.action === null) problems.add(`entry ${link.id} is gone`);
  else if (previous !== null) checkHash(key, walk, link, { previous, problems });
}

function checkHash(
  key: AuditKey,
  walk: Walk,
  link: Link,
  { previous, problems }: { previous: Buffer; problems: Problems },
): void {
  const { position, id } = link;
  const mayBeUnkeyed = walk.recorded === null ? !walk.keyed : position <= walk.recorded;
  const by = key.auditKeys.find(({ number }) => number === link.key_number);
  if (by && linkHash(by, previous, position, link).equals(link.link)) {
    walk.keyed = true;
    if (by.number < (walk.key_number ?? 1) || isLate(by, link))
      problems.add(`the link of entry ${id} at position ${position} was made with a key that was replaced by then`);
    walk.key_number = Math.max(by.number, walk.key_number ?? 1);
    if (!isSealedAddress(by, link))
      problems.add(`entry ${id} has another address than its link at position ${position}`);
  } else if (!unkeyedHash(previous, position, link).equals(link.link)) {
    problems.add(`entry ${id} differs from its link at position ${position}`);
  } else if (mayBeUnkeyed) walk.unkeyed = position;
  else problems.add(`the link of entry ${id} at position ${position} was made without the key`);
}

/** Whether an entry of after a key was replaced is linked by it. What is under way then may still come. */
const isLate = ({ until }: NumberedMac, { at }: Link): boolean =>
  until !== null && Date.parse(at) > Date.parse(until) + UNDER_WAY_MS;

/** Entries that should have been chained long ago. */
export async function readUnchained(sql: Db): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select e.id from audit_entries e left join audit_chain c on c.entry_id = e.id
    where c.position is null and e.at < now() - interval '1 minute' order by e.id limit 10`;
  return rows.map(({ id }) => id);
}
