import type { Db } from '#platform/db/client.ts';
import { type LedgerPlace, verifyPiece } from './verify-piece.ts';

export interface LedgerReport {
  transfers: number;
  accounts: number;
  /** One line per problem; empty when the books balance. */
  problems: string[];
}

/**
 * Derives every balance from its transfers and compares it with the balance row. Also reports transfers that move
 * nothing, limited accounts below zero or without a balance row, and accounts that are gone.
 */
export async function verifyLedger(sql: Db): Promise<LedgerReport> {
  const report: LedgerReport = { transfers: 0, accounts: 0, problems: [] };
  for (let place: LedgerPlace | null = { part: 'transfers', after: 0 }; place; ) {
    const { next, count, problems } = await verifyPiece(sql, place);
    report[place.part] += count;
    report.problems.push(...problems);
    place = next;
  }
  return report;
}
