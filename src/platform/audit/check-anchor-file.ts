import type { Problems } from '#platform/chained-log/problem-list.ts';
import { type Anchor, readAnchor } from './anchor-line.ts';
import type { AuditKey } from './link-hash.ts';

/** An anchor as the audit log records it. */
export interface AnchorRecord {
  number: number;
  mac: string;
}

/** Reports lines that were changed or removed, and returns the anchors since the last renewal. */
export function checkAnchorFile(
  key: AuditKey,
  { lines, records }: { lines: string[]; records: AnchorRecord[] },
  problems: Problems,
): Anchor[] {
  const all = lines.map((line) => readAnchor(key, line));
  const renewal = all.findLastIndex((anchor) => anchor?.renewed);
  const start = Math.max(0, renewal);
  let previous: Anchor | undefined;
  for (const [index, anchor] of all.entries()) {
    if (index < start) continue;
    if (!anchor) problems.add(`line ${index + 1} of the anchor file was changed`);
    else if (index === 0 && !anchor.renewed)
      problems.add(`the anchor file begins with anchor ${anchor.number}: the lines before it were removed`);
    else if (previous && anchor.after !== previous.mac)
      problems.add(`anchor ${anchor.number} doesn't follow anchor ${previous.number}: lines were removed or moved`);
    previous = anchor;
  }
  reportMissing(all.slice(start), records, problems);
  return all.slice(start).filter((anchor) => anchor !== undefined);
}

/** Compares the end of the file with what the audit log records. */
function reportMissing(anchors: (Anchor | undefined)[], records: AnchorRecord[], problems: Problems): void {
  const lastRead = anchors.findLastIndex((anchor) => anchor !== undefined);
  const damaged = anchors.length - 1 - lastRead;
  const end = (anchors[lastRead]?.number ?? 0) + damaged;
  const macs = new Map(anchors.map((anchor) => [anchor?.number, anchor?.mac]));
  for (const { number, mac } of records) {
    const known = macs.get(number);
    if (known === undefined ? number > end : known !== mac)
      problems.add(`anchor ${number}, which the audit log records, is not in the anchor file: its end was cut off`);
  }
}
