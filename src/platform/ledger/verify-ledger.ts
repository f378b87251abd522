import type { Db } from '#platform/db/client.ts';
import { type LedgerPiece, verifyAccounts, verifyTransfers } from './verify-piece.ts';

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
  const parts = { transfers: verifyTransfers, accounts: verifyAccounts };
  for (const [part, verify] of Object.entries(parts)) {
    for (let after: number | null = 0; after !== null; ) {
      const { last, count, problems }: LedgerPiece = await verify(sql, after);
      report[part as keyof typeof parts] += count;
      report.problems.push(...problems);
      after = last;
    }
  }
  return report;
}
