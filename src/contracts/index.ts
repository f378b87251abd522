import * as account from './account.ts';
import * as alerts from './alerts.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as batches from './batches.ts';
import * as books from './books.ts';
import * as branding from './branding.ts';
import * as brands from './brands.ts';
import type { Call } from './call.ts';
import * as cannedAnswers from './canned-answers.ts';
import * as cards from './cards.ts';
import * as cart from './cart.ts';
import * as claims from './claims.ts';
import * as content from './content.ts';
import * as demo from './demo.ts';
import * as desk from './desk.ts';
import * as deskReport from './desk-report.ts';
import * as deskSettings from './desk-settings.ts';
import * as factors from './factors.ts';
import * as fourEyes from './four-eyes.ts';
import * as gifts from './gifts.ts';
import * as guests from './guests.ts';
import * as holds from './holds.ts';
import * as home from './home.ts';
import * as importGuard from './import-guard.ts';
import * as imports from './imports.ts';
import * as issuerKeys from './issuer-keys.ts';
import * as issuers from './issuers.ts';
import * as linkedAccounts from './linked-accounts.ts';
import * as lookup from './lookup.ts';
import * as notifications from './notifications.ts';
import * as operations from './operations.ts';
import * as orders from './orders.ts';
import * as overview from './overview.ts';
import * as payments from './payments.ts';
import * as payouts from './payouts.ts';
import * as prefixes from './prefixes.ts';
import * as preorders from './preorders.ts';
import * as programmes from './programmes.ts';
import * as push from './push.ts';
import * as rates from './rates.ts';
import * as realtime from './realtime.ts';
import * as retention from './retention.ts';
import * as sellers from './sellers.ts';
import * as sessions from './sessions.ts';
import * as spending from './spending.ts';
import * as statements from './statements.ts';
import * as stock from './stock.ts';
import * as support from './support.ts';
import * as tiers from './tiers.ts';
import * as topUpReturns from './top-up-returns.ts';
import * as unclaimedDeposits from './unclaimed-deposits.ts';
import * as users from './users.ts';
import * as wallet from './wallet.ts';
import * as watcher from './watcher.ts';
import * as withdrawals from './withdrawals.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'guards' in value;

/** An exported call by its name; those of an editor are named after it, as in `newsEditor.changeText`. */
function callsIn([name, value]: [string, unknown]): [string, Call][] {
  if (isCall(value)) return [[name, value]];
  if (!name.endsWith('Editor')) return [];
  return Object.entries(value as Record<string, Call>).map(([verb, each]) => [`${name}.${verb}`, each]);
}

const callsOf = (...modules: object[]): Record<string, Call> =>
  Object.fromEntries(modules.flatMap((module) => Object.entries(module)).flatMap(callsIn));

/** Every call of the API by its name. */
export const calls = callsOf(
  ...[linkedAccounts, sessions, factors, auth, account, tiers, users],
  ...[fourEyes, alerts, audit, spending, realtime, notifications, push, content],
  ...[rates, watcher, holds, unclaimedDeposits, payments, topUpReturns, statements],
  ...[importGuard, programmes, issuerKeys, batches, issuers, sellers, payouts, stock, imports],
  ...[cards, brands, prefixes, cart, orders, withdrawals, gifts, wallet, preorders, support, guests],
  ...[
    branding,
    deskSettings,
    desk,
    cannedAnswers,
    lookup,
    claims,
    books,
    operations,
    retention,
    overview,
    deskReport,
    home,
  ],
);

/** Calls that exist in demo mode only. */
export const demoCalls = callsOf(demo);
