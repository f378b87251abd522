import type { Call } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import { accountMails } from '#features/account/mails.ts';
import { ownData } from '#features/account/own-data.ts';
import { accountRoutes } from '#features/account/routes.ts';
import { alertMails } from '#features/alerts/mails.ts';
import { alertRoutes } from '#features/alerts/routes.ts';
import { coarsenAddresses } from '#features/audit/coarsen-addresses.ts';
import { auditRoutes } from '#features/audit/routes.ts';
import { verifyNightly } from '#features/audit/verification/verify-nightly.ts';
import { authData } from '#features/auth/auth-data.ts';
import { emailTokensRetention } from '#features/auth/email-tokens/email-tokens-retention.ts';
import { authMails } from '#features/auth/mails.ts';
import { authRoutes } from '#features/auth/routes.ts';
import { batchKind } from '#features/batches/kinds/batch-kind.ts';
import { quarantineKind } from '#features/batches/kinds/quarantine-kind.ts';
import { repriceBatches } from '#features/batches/prices/reprice-batches.ts';
import { batchRoutes } from '#features/batches/routes.ts';
import { expireCards } from '#features/batches/states/expire-cards.ts';
import { bookRoutes } from '#features/books/routes.ts';
import { closeAccounts } from '#features/books/sums/close-accounts.ts';
import { closeLedgerDays } from '#features/books/sums/close-ledger-days.ts';
import { brandingRoutes } from '#features/branding/routes.ts';
import { brandSource } from '#features/brands/brand-source.ts';
import { startPricesLoop } from '#features/brands/history/start-prices-loop.ts';
import { brandRoutes } from '#features/brands/routes.ts';
import { cannedAnswerRoutes } from '#features/canned-answers/routes.ts';
import { cardRoutes } from '#features/cards/routes.ts';
import { startLotsLoop } from '#features/cards/start-lots-loop.ts';
import { cartData } from '#features/cart/cart-data.ts';
import { cartRoutes } from '#features/cart/routes.ts';
import { claimData } from '#features/claims/claim-data.ts';
import { claimMails } from '#features/claims/mails.ts';
import { goodwillKind } from '#features/claims/records/goodwill-kind.ts';
import { claimRoutes } from '#features/claims/routes.ts';
import { contentData } from '#features/content/content-data.ts';
import { startNoticesLoop } from '#features/content/notices/start-notices-loop.ts';
import { publicationKind } from '#features/content/publication/publication-kind.ts';
import { contentRoutes } from '#features/content/routes.ts';
import { contentSources } from '#features/content/text-sources.ts';
import type {
  AccountData,
  AttentionSource,
  RetentionRule,
  StartLoop,
  Sweep,
  VaultCtx,
  Visitor,
} from '#features/ctx.ts';
import { demoRoutes } from '#features/demo/routes.ts';
import { startSanctionsLoop } from '#features/deposits/screening/start-sanctions-loop.ts';
import { deskRoutes } from '#features/desk/routes.ts';
import { startDeskLoop } from '#features/desk/watch/start-desk-loop.ts';
import { sweepDesk } from '#features/desk/watch/sweep-desk.ts';
import { startDeskFiguresLoop } from '#features/desk-report/figures/start-desk-figures-loop.ts';
import { deskReportRoutes } from '#features/desk-report/routes.ts';
import { deskSettingsRoutes } from '#features/desk-settings/routes.ts';
import { deviceCodesRetention } from '#features/factors/device-codes/device-codes-retention.ts';
import { factorData } from '#features/factors/factor-data.ts';
import { factorMails } from '#features/factors/mails.ts';
import { sweepChallenges } from '#features/factors/passkeys/sweep-challenges.ts';
import { factorRoutes } from '#features/factors/routes.ts';
import type { ProposalKind } from '#features/four-eyes/proposal-kind.ts';
import { fourEyesRoutes } from '#features/four-eyes/routes.ts';
import { giftData } from '#features/gifts/gift-data.ts';
import { giftsRetention } from '#features/gifts/gifts-retention.ts';
import { giftMails } from '#features/gifts/mails.ts';
import { giftRoutes } from '#features/gifts/routes.ts';
import { guestRoutes } from '#features/guests/routes.ts';
import { sweepLinks as sweepGuestLinks } from '#features/guests/sweep-links.ts';
import { releaseKind } from '#features/holds/release-kind.ts';
import { holdRoutes } from '#features/holds/routes.ts';
import { homeRoutes } from '#features/home/routes.ts';
import { rescanTexts } from '#features/import-guard/rescan-texts.ts';
import { importGuardRoutes } from '#features/import-guard/routes.ts';
import { importMails } from '#features/imports/background/mails.ts';
import { startImportsLoop } from '#features/imports/background/start-imports-loop.ts';
import { importErrorsRetention } from '#features/imports/import-errors-retention.ts';
import { importRoutes } from '#features/imports/routes.ts';
import { issuerKeyRoutes } from '#features/issuer-keys/routes.ts';
import { answerData } from '#features/issuers/answer-data.ts';
import { watchIssuers } from '#features/issuers/background/watch-issuers.ts';
import { watchReports } from '#features/issuers/reports/watch-reports.ts';
import { issuerRoutes } from '#features/issuers/routes.ts';
import { linkData } from '#features/linked-accounts/link-data.ts';
import { linkedAccountRoutes } from '#features/linked-accounts/routes.ts';
import { sweepLinks } from '#features/linked-accounts/sweep-links.ts';
import { lookupRoutes } from '#features/lookup/routes.ts';
import { mailData } from '#features/mail/mail-data.ts';
import type { MailTemplate } from '#features/mail/mail-template.ts';
import { mailboxRetention } from '#features/mail/mailbox-retention.ts';
import { notificationData } from '#features/notifications/notification-data.ts';
import { notificationsRetention } from '#features/notifications/notifications-retention.ts';
import { notificationRoutes } from '#features/notifications/routes.ts';
import { operationsRoutes } from '#features/operations/routes.ts';
import { orderData } from '#features/orders/account/order-data.ts';
import { guaranteesEnding } from '#features/orders/guarantee/guarantees-ending.ts';
import { orderMails } from '#features/orders/messages/mails.ts';
import { ordersToReveal } from '#features/orders/orders-to-reveal.ts';
import { orderRoutes } from '#features/orders/routes.ts';
import { startFiguresLoop } from '#features/overview/figures/start-figures-loop.ts';
import { overviewRoutes } from '#features/overview/routes.ts';
import { openPayments } from '#features/payments/open-payments.ts';
import { paymentData } from '#features/payments/payment-data.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { payoutMails } from '#features/payouts/mails.ts';
import { payoutKind } from '#features/payouts/reading/payout-kind.ts';
import { payoutRoutes } from '#features/payouts/routes.ts';
import { startOffersLoop } from '#features/prefixes/offers/start-offers-loop.ts';
import { prefixRoutes } from '#features/prefixes/routes.ts';
import { startPreordersLoop } from '#features/preorders/fill/start-preorders-loop.ts';
import { preorderMails } from '#features/preorders/mails.ts';
import { openPreorders } from '#features/preorders/open-preorders.ts';
import { preorderData } from '#features/preorders/preorder-data.ts';
import { preorderRoutes } from '#features/preorders/routes.ts';
import { programmeSource } from '#features/programmes/programme-source.ts';
import { keyKind } from '#features/programmes/proposals/key-kind.ts';
import { programmeKinds } from '#features/programmes/proposals/kind-of-proposal.ts';
import { programmeRoutes } from '#features/programmes/routes.ts';
import { watchLinkHosts } from '#features/programmes/watch-link-hosts.ts';
import { pushData } from '#features/push/push-data.ts';
import { pushRoutes } from '#features/push/routes.ts';
import { jumpKind } from '#features/rates/jump-kind.ts';
import { rateRoutes } from '#features/rates/routes.ts';
import { startRatesLoop } from '#features/rates/start-rates-loop.ts';
import { realtimeRoutes } from '#features/realtime/routes.ts';
import { applyRetention } from '#features/retention/periods/apply-retention.ts';
import { retentionRoutes } from '#features/retention/routes.ts';
import { reconcileSellers } from '#features/sellers/books/reconcile-sellers.ts';
import { sellerMails } from '#features/sellers/mails.ts';
import { sellerKinds } from '#features/sellers/records/seller-kinds.ts';
import { sellerRoutes } from '#features/sellers/routes.ts';
import { startScreeningLoop } from '#features/sellers/screening/start-screening-loop.ts';
import { releaseShares } from '#features/sellers/shares/release-shares.ts';
import { watchBuyers } from '#features/sellers/shares/watch-buyers.ts';
import { devicesRetention } from '#features/sessions/devices/devices-retention.ts';
import { sessionData } from '#features/sessions/devices/session-data.ts';
import { sessionMails } from '#features/sessions/mails.ts';
import { sessionRoutes } from '#features/sessions/routes.ts';
import { sweepSessions } from '#features/sessions/sweep-sessions.ts';
import { spendingRoutes } from '#features/spending/routes.ts';
import { spendingData } from '#features/spending/spending-data.ts';
import { statementRoutes } from '#features/statements/routes.ts';
import { stockRoutes } from '#features/stock/routes.ts';
import { watchStock } from '#features/stock/watch-stock.ts';
import { answeredTickets } from '#features/support/answered-tickets.ts';
import { commentSource } from '#features/support/comment-source.ts';
import { hideStoredCodes } from '#features/support/hide-stored-codes.ts';
import { sweepMails } from '#features/support/inbox/sweep-mails.ts';
import { supportMails } from '#features/support/mails.ts';
import { supportRoutes } from '#features/support/routes.ts';
import { sweepWords } from '#features/support/search/sweep-words.ts';
import { ticketData } from '#features/support/ticket-data.ts';
import { ticketsRetention } from '#features/support/tickets-retention.ts';
import { tierMails } from '#features/tiers/mails.ts';
import { tierRoutes } from '#features/tiers/routes.ts';
import { tierData } from '#features/tiers/tier-data.ts';
import { tierKind } from '#features/tiers/tier-kind.ts';
import { topUpReturnMails } from '#features/top-up-returns/mails.ts';
import { returnKind } from '#features/top-up-returns/reading/return-kind.ts';
import { returnData } from '#features/top-up-returns/return-data.ts';
import { topUpReturnRoutes } from '#features/top-up-returns/routes.ts';
import { ownerKind } from '#features/unclaimed-deposits/owner-kind.ts';
import { unclaimedDepositRoutes } from '#features/unclaimed-deposits/routes.ts';
import { factorResetKind } from '#features/users/actions/factor-reset-kind.ts';
import { userMails } from '#features/users/actions/mails.ts';
import { adjustmentData } from '#features/users/adjustments/adjustment-data.ts';
import { adjustmentKind } from '#features/users/adjustments/adjustment-kind.ts';
import { dutyKind } from '#features/users/duties/duty-kind.ts';
import { userRoutes } from '#features/users/routes.ts';
import { accessKind } from '#features/users/staff-access/access-kind.ts';
import { cardsExpiring } from '#features/wallet/cards-expiring.ts';
import { walletMails } from '#features/wallet/mails.ts';
import { remindExpiring } from '#features/wallet/remind-expiring.ts';
import { walletRoutes } from '#features/wallet/routes.ts';
import { startAddressesLoop } from '#features/watcher/keys/refuse-addresses.ts';
import { watcherRoutes } from '#features/watcher/routes.ts';
import { watchChains } from '#features/watcher/watch-chains.ts';
import { withdrawalMails } from '#features/withdrawals/mails.ts';
import { withdrawalRoutes } from '#features/withdrawals/routes.ts';
import { withdrawalData } from '#features/withdrawals/withdrawal-data.ts';
import type { Route } from '#platform/http/serve.ts';

/** Everything that one person proposes and another decides. */
const proposalKinds: ProposalKind[] = [
  ...[releaseKind, ownerKind, jumpKind, returnKind, publicationKind],
  ...programmeKinds,
  ...[
    keyKind,
    batchKind,
    quarantineKind,
    dutyKind,
    factorResetKind,
    accessKind,
    adjustmentKind,
    tierKind,
    payoutKind,
    goodwillKind,
  ],
  ...Object.values(sellerKinds),
];

/** What the home page says needs a buyer's attention, in this order. */
const attention: AttentionSource[] = [
  ordersToReveal,
  guaranteesEnding,
  cardsExpiring,
  answeredTickets,
  openPayments,
  openPreorders,
];

/** What is kept about a user: what an export hands out, in this order, and what is lost or ends with the account. */
const accountData: AccountData[] = [
  ...[sessionData, factorData, authData, linkData, paymentData, returnData, spendingData],
  ...[adjustmentData, tierData, orderData, withdrawalData, ticketData, contentData, claimData],
  ...[answerData, preorderData, giftData, cartData, ownData, notificationData, pushData, mailData],
];

/** How long personal data is kept, by table. */
const retention: RetentionRule[] = [
  ...[notificationsRetention, emailTokensRetention, devicesRetention],
  ...[giftsRetention, importErrorsRetention, ticketsRetention, mailboxRetention, deviceCodesRetention],
];

const routes = [
  ...[
    linkedAccountRoutes,
    sessionRoutes,
    factorRoutes,
    authRoutes,
    accountRoutes(accountData),
    tierRoutes,
    userRoutes(proposalKinds),
  ],
  ...[fourEyesRoutes(proposalKinds), alertRoutes, auditRoutes, spendingRoutes],
  ...[realtimeRoutes, notificationRoutes, pushRoutes, contentRoutes],
  ...[rateRoutes, watcherRoutes, holdRoutes, unclaimedDepositRoutes, paymentRoutes, topUpReturnRoutes, statementRoutes],
  ...[importGuardRoutes, programmeRoutes, issuerKeyRoutes, batchRoutes, issuerRoutes, sellerRoutes, payoutRoutes],
  ...[stockRoutes, importRoutes],
  ...[
    cardRoutes,
    brandRoutes,
    prefixRoutes,
    cartRoutes,
    orderRoutes,
    withdrawalRoutes,
    giftRoutes,
    walletRoutes,
    preorderRoutes,
  ],
  ...[supportRoutes, guestRoutes, brandingRoutes, deskSettingsRoutes, deskRoutes, cannedAnswerRoutes, lookupRoutes],
  ...[
    claimRoutes,
    bookRoutes,
    operationsRoutes,
    retentionRoutes(retention, accountData),
    overviewRoutes,
    deskReportRoutes,
  ],
  homeRoutes(attention),
];

/** Every route that is served. */
export const routesOf = (demo: boolean) =>
  [...routes, ...(demo ? [demoRoutes] : [])].flat() as Route<VaultCtx, Visitor>[];

/** Every call that is published, by its name. */
export const callsOf = (demo: boolean): Record<string, Call> => (demo ? { ...calls, ...demoCalls } : calls);

/** Every mail template by the name it is queued under. */
export const mails: Record<string, MailTemplate> = {
  ...sessionMails,
  ...factorMails,
  ...authMails,
  ...accountMails,
  ...userMails,
  ...tierMails,
  ...alertMails,
  ...importMails,
  ...topUpReturnMails,
  ...payoutMails,
  ...sellerMails,
  ...supportMails,
  ...claimMails,
  ...preorderMails,
  ...orderMails,
  ...withdrawalMails,
  ...giftMails,
  ...walletMails,
};

/** Background loops of the features that any worker can run. */
export const loops: StartLoop[] = [
  ...[startSanctionsLoop, startScreeningLoop, startRatesLoop, startLotsLoop, startPricesLoop, startOffersLoop],
  ...[startNoticesLoop, startImportsLoop, startPreordersLoop, startDeskLoop, startFiguresLoop, startDeskFiguresLoop],
];

/** Those that take the vault's own keys. */
export const vaultLoops: StartLoop<VaultCtx>[] = [startAddressesLoop, watchChains];

/** What is looked at every hour: rows that are no longer needed, and stock. */
export const sweeps: Sweep[] = [
  ...[sweepSessions, sweepChallenges, applyRetention(retention)],
  ...[expireCards, repriceBatches, watchStock, watchLinkHosts, watchIssuers, watchReports],
  ...[watchBuyers, releaseShares, reconcileSellers, remindExpiring],
  ...[
    rescanTexts([commentSource, ...contentSources, brandSource, programmeSource]),
    sweepWords,
    sweepGuestLinks,
    sweepLinks,
  ],
  ...[sweepMails, sweepDesk, verifyNightly, coarsenAddresses, closeLedgerDays, closeAccounts],
];

export const vaultSweeps: Sweep<VaultCtx>[] = [hideStoredCodes];
