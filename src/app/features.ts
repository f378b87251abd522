import type { Call } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import { accountMails } from '#features/account/mails.ts';
import { accountRoutes } from '#features/account/routes.ts';
import { alertMails } from '#features/alerts/mails.ts';
import { alertRoutes } from '#features/alerts/routes.ts';
import { sweepEmailTokens } from '#features/auth/email-tokens/sweep-email-tokens.ts';
import { authMails } from '#features/auth/mails.ts';
import { authRoutes } from '#features/auth/routes.ts';
import { batchKind } from '#features/batches/kinds/batch-kind.ts';
import { quarantineKind } from '#features/batches/kinds/quarantine-kind.ts';
import { repriceBatches } from '#features/batches/prices/reprice-batches.ts';
import { batchRoutes } from '#features/batches/routes.ts';
import { expireCards } from '#features/batches/states/expire-cards.ts';
import { cardRoutes } from '#features/cards/routes.ts';
import { startLotsLoop } from '#features/cards/start-lots-loop.ts';
import { cartRoutes } from '#features/cart/routes.ts';
import { startNoticesLoop } from '#features/content/notices/start-notices-loop.ts';
import { contentRoutes } from '#features/content/routes.ts';
import type { Ctx, StartLoop, Sweep, Visitor } from '#features/ctx.ts';
import { demoRoutes } from '#features/demo/routes.ts';
import { startSanctionsLoop } from '#features/deposits/screening/start-sanctions-loop.ts';
import { factorMails } from '#features/factors/mails.ts';
import { sweepChallenges } from '#features/factors/passkeys/sweep-challenges.ts';
import { factorRoutes } from '#features/factors/routes.ts';
import type { ProposalKind } from '#features/four-eyes/proposal-kind.ts';
import { fourEyesRoutes } from '#features/four-eyes/routes.ts';
import { releaseKind } from '#features/holds/release-kind.ts';
import { holdRoutes } from '#features/holds/routes.ts';
import { importGuardRoutes } from '#features/import-guard/routes.ts';
import { importMails } from '#features/imports/background/mails.ts';
import { startImportsLoop } from '#features/imports/background/start-imports-loop.ts';
import { importRoutes } from '#features/imports/routes.ts';
import { issuerKeyRoutes } from '#features/issuer-keys/routes.ts';
import { watchIssuers } from '#features/issuers/background/watch-issuers.ts';
import { issuerRoutes } from '#features/issuers/routes.ts';
import type { MailTemplate } from '#features/mail/mail-template.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { sweepNotifications } from '#features/notifications/sweep-notifications.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { payoutMails } from '#features/payouts/mails.ts';
import { payoutKind } from '#features/payouts/reading/payout-kind.ts';
import { payoutRoutes } from '#features/payouts/routes.ts';
import { prefixRoutes } from '#features/prefixes/routes.ts';
import { keyKind } from '#features/programmes/proposals/key-kind.ts';
import { programmeKinds } from '#features/programmes/proposals/kind-of-proposal.ts';
import { programmeRoutes } from '#features/programmes/routes.ts';
import { jumpKind } from '#features/rates/jump-kind.ts';
import { rateRoutes } from '#features/rates/routes.ts';
import { startRatesLoop } from '#features/rates/start-rates-loop.ts';
import { realtimeRoutes } from '#features/realtime/routes.ts';
import { reconcileSellers } from '#features/sellers/books/reconcile-sellers.ts';
import { sellerKinds } from '#features/sellers/records/seller-kinds.ts';
import { sellerRoutes } from '#features/sellers/routes.ts';
import { releaseShares } from '#features/sellers/shares/release-shares.ts';
import { sessionMails } from '#features/sessions/mails.ts';
import { sessionRoutes } from '#features/sessions/routes.ts';
import { sweepSessions } from '#features/sessions/sweep-sessions.ts';
import { spendingRoutes } from '#features/spending/routes.ts';
import { statementRoutes } from '#features/statements/routes.ts';
import { stockRoutes } from '#features/stock/routes.ts';
import { watchStock } from '#features/stock/watch-stock.ts';
import { ownerKind } from '#features/unclaimed-deposits/owner-kind.ts';
import { unclaimedDepositRoutes } from '#features/unclaimed-deposits/routes.ts';
import { dutyKind } from '#features/users/duties/duty-kind.ts';
import { userRoutes } from '#features/users/routes.ts';
import { watcherRoutes } from '#features/watcher/routes.ts';
import { watchChains } from '#features/watcher/watch-chains.ts';
import type { Route } from '#platform/http/serve.ts';

/** Everything that one person proposes and another decides. */
const proposalKinds: ProposalKind[] = [
  ...[releaseKind, ownerKind, jumpKind],
  ...programmeKinds,
  ...[keyKind, batchKind, quarantineKind, dutyKind, payoutKind],
  ...Object.values(sellerKinds),
];

const routes = [
  ...[sessionRoutes, factorRoutes, authRoutes, accountRoutes, userRoutes],
  ...[fourEyesRoutes(proposalKinds), alertRoutes, spendingRoutes],
  ...[realtimeRoutes, notificationRoutes, contentRoutes],
  ...[rateRoutes, watcherRoutes, holdRoutes, unclaimedDepositRoutes, paymentRoutes, statementRoutes],
  ...[importGuardRoutes, programmeRoutes, issuerKeyRoutes, batchRoutes, issuerRoutes, sellerRoutes, payoutRoutes],
  ...[stockRoutes, importRoutes],
  ...[cardRoutes, prefixRoutes, cartRoutes, orderRoutes],
];

/** Every route that is served. */
export const routesOf = (demo: boolean) => [...routes, ...(demo ? [demoRoutes] : [])].flat() as Route<Ctx, Visitor>[];

/** Every call that is published, by its name. */
export const callsOf = (demo: boolean): Record<string, Call> => (demo ? { ...calls, ...demoCalls } : calls);

/** Every mail template by the name it is queued under. */
export const mails: Record<string, MailTemplate> = {
  ...sessionMails,
  ...factorMails,
  ...authMails,
  ...accountMails,
  ...alertMails,
  ...importMails,
  ...payoutMails,
};

/** Background loops of the features. */
export const loops: StartLoop[] = [
  startSanctionsLoop,
  startRatesLoop,
  startLotsLoop,
  startNoticesLoop,
  watchChains,
  startImportsLoop,
];

/** What is looked at every hour: rows that are no longer needed, and stock. */
export const sweeps: Sweep[] = [
  ...[sweepSessions, sweepChallenges, sweepEmailTokens, sweepNotifications],
  ...[expireCards, repriceBatches, watchStock, watchIssuers],
  ...[releaseShares, reconcileSellers],
];
