import type { Verification } from '#contracts/audit.ts';
import { erasureBook } from '#features/account/erasure-book.ts';
import { checkAudit } from '#features/audit/verification/check-audit.ts';
import type { Check } from '#features/audit/verification/verification-task.ts';
import { checkLedger } from '#features/books/verification/check-ledger.ts';
import { claimBook } from '#features/claims/claim-book.ts';
import type { Evidence } from '#features/ctx.ts';
import { grantBook } from '#features/demo/grant-book.ts';
import { depositBooks } from '#features/deposits/deposit-books.ts';
import { passkeyEvidence } from '#features/factors/passkeys/passkey-evidence.ts';
import { decisionEvidence } from '#features/four-eyes/decision-evidence.ts';
import { signatureEvidence } from '#features/four-eyes/signatures/signature-evidence.ts';
import { reportEvidence } from '#features/issuers/reports/report-evidence.ts';
import { orderBooks } from '#features/orders/order-books.ts';
import { revealEvidence } from '#features/orders/reveal-evidence.ts';
import { preorderBook } from '#features/preorders/money/preorder-book.ts';
import { sessionEvidence } from '#features/sessions/seals/session-evidence.ts';
import { returnBooks } from '#features/top-up-returns/return-books.ts';
import { adjustmentBook } from '#features/users/adjustments/adjustment-book.ts';
import { userEvidence } from '#features/users/user-evidence.ts';
import type { Book } from '#platform/ledger/compare-book.ts';

/** What moves money on the accounts of users. */
export const booksOf = (demo: boolean): Book[] => [
  ...[erasureBook, ...depositBooks, ...orderBooks, preorderBook, claimBook, adjustmentBook],
  ...returnBooks,
  ...(demo ? [grantBook] : []),
];

/** The rows that decide about rights and money, which prove themselves whenever the audit log is checked. */
export const evidence: Evidence[] = [
  ...[...userEvidence, ...sessionEvidence, passkeyEvidence],
  ...[...decisionEvidence, signatureEvidence, reportEvidence, revealEvidence],
];

/** What is checked piece by piece in the background. */
export const checksOf = (demo: boolean): Record<Verification['kind'], Check> => ({
  audit: (ctx, place) => checkAudit(ctx, evidence, place as Parameters<typeof checkAudit>[2]),
  ledger: (ctx, place) => checkLedger(ctx, booksOf(demo), place as Parameters<typeof checkLedger>[2]),
});
