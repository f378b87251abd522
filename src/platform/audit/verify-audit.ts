import { type Problems, problemList } from '#platform/chained-log/problem-list.ts';
import type { Db } from '#platform/db/client.ts';
import { readAnchorLines } from './anchor-file.ts';
import { type Anchor, readAnchor } from './anchor-line.ts';
import { anchorRecords } from './anchor-records.ts';
import { type AnchorRecord, checkAnchorFile } from './check-anchor-file.ts';
import { compareAnchors } from './compare-anchors.ts';
import type { AuditKey } from './link-hash.ts';
import { verifyChain } from './verify-chain.ts';

export interface AuditReport {
  entries: number;
  anchors: number;
  problems: string[];
}

interface Audited {
  sql: Db;
  key: AuditKey;
  /** The shop's own anchor file. */
  file: string;
  /** Lines that were kept elsewhere, such as in mails, in any order. */
  elsewhere?: string[];
}

/** Checks the whole chain with the key, the anchor file, and the chain against every anchor. */
export async function verifyAudit({ elsewhere = [], ...audited }: Audited): Promise<AuditReport> {
  const { sql, key } = audited;
  const problems = problemList();
  const anchors = await checkAnchors(audited, problems);
  const unkeyed = anchors.at(-1)?.unkeyed;
  for (const [index, line] of elsewhere.entries()) {
    const anchor = readAnchor(key, line);
    if (anchor) anchors.push(anchor);
    else problems.add(`line ${index + 1} of those kept elsewhere is no anchor of this shop`);
  }
  const chain = await verifyChain(sql, key, unkeyed ?? anchors.at(-1)?.unkeyed);
  await compareAnchors(sql, anchors, problems);
  return { entries: chain.entries, anchors: anchors.length, problems: [...chain.problems, ...problems.list()] };
}

/** Reports what is wrong with the anchor file, and returns its anchors. */
export async function checkAnchors({ sql, key, file }: Audited, problems: Problems): Promise<Anchor[]> {
  // Before the file: an anchor is in the file before it is recorded.
  const records = await sql<AnchorRecord[]>`select number, mac from ${anchorRecords(sql)} order by id`;
  const lines = await readAnchorLines(file);
  if (lines) return checkAnchorFile(key, { lines, records }, problems);
  problems.add(`there is no anchor file ${file}; the worker makes it when it first starts`);
  return [];
}
