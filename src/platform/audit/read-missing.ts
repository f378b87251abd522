import type { Db } from '#platform/db/client.ts';
import { readAnchor } from './anchor-line.ts';
import type { AuditKey } from './link-hash.ts';

/** What anchors from elsewhere say of entries that the log lacks. */
export interface MissingEntries {
  /** Anchors of this shop among the lines, and lines that are none. */
  anchors: number;
  foreign: number;
  /** Entries after the end of the log up to the last anchor. Whatever came after that anchor isn't counted. */
  missing: number;
  /** When that anchor was made; null if none names an entry that is missing. */
  until: string | null;
}

/** Counts the entries that a restored log lacks, by anchors that were kept elsewhere, such as in mails. */
export async function readMissing(sql: Db, key: AuditKey, lines: readonly string[]): Promise<MissingEntries> {
  const anchors = lines.flatMap((line) => readAnchor(key, line) ?? []);
  const [end] = await sql<{ position: number }[]>`select coalesce(max(position), 0) as position from audit_chain`;
  const last = anchors.toSorted((one, other) => one.position - other.position).at(-1);
  const missing = Math.max(0, (last?.position ?? 0) - end!.position);
  return {
    anchors: anchors.length,
    foreign: lines.length - anchors.length,
    missing,
    until: missing > 0 ? last!.at : null,
  };
}
