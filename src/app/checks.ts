import type { Verification } from '#contracts/oversight/audit.ts';
import { checkCoins } from '#features/coins/watcher/check-coins.ts';
import type { Evidence } from '#features/feature.ts';
import { checkLedger } from '#features/office/books/verification/check-ledger.ts';
import { checkAudit } from '#features/oversight/audit/verification/check-audit.ts';
import type { Check } from '#features/oversight/audit/verification/verification-task.ts';
import type { Book } from '#platform/ledger/compare-book.ts';
import { broughtBy, featuresOf } from './features.ts';

/** What moves money on the accounts of users. */
export const booksOf = (demo: boolean): readonly Book[] => broughtBy(featuresOf(demo)).books;

/** The rows that decide about rights and money, which prove themselves whenever the audit log is checked. */
export const evidenceOf = (demo: boolean): readonly Evidence[] => broughtBy(featuresOf(demo)).evidence;

/** What is checked piece by piece in the background. */
export const checksOf = (demo: boolean): Record<Verification['kind'], Check> => ({
  audit: (ctx, place) => checkAudit(ctx, evidenceOf(demo), place as Parameters<typeof checkAudit>[2]),
  ledger: (ctx, place) => checkLedger(ctx, booksOf(demo), place as Parameters<typeof checkLedger>[2]),
  coins: (ctx, place) => checkCoins(ctx, place as Parameters<typeof checkCoins>[1]),
});
