import * as account from './account.ts';
import * as alerts from './alerts.ts';
import * as auth from './auth.ts';
import type { Call } from './call.ts';
import * as cards from './cards.ts';
import * as cart from './cart.ts';
import * as faq from './content/faq.ts';
import * as news from './content/news.ts';
import * as notices from './content/notices.ts';
import * as demo from './demo.ts';
import * as factors from './factors.ts';
import * as fourEyes from './four-eyes.ts';
import * as holds from './holds.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as prefixes from './prefixes.ts';
import * as rates from './rates.ts';
import * as realtime from './realtime.ts';
import * as sessions from './sessions.ts';
import * as spending from './spending.ts';
import * as statements from './statements.ts';
import * as unclaimedDeposits from './unclaimed-deposits.ts';
import * as users from './users.ts';
import * as watcher from './watcher.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'guards' in value;

function callsOf(...modules: object[]): Record<string, Call> {
  const exported = modules.flatMap((module) => Object.entries(module));
  return Object.fromEntries(exported.filter((entry): entry is [string, Call] => isCall(entry[1])));
}

/** Every call of the API by its name. */
export const calls = callsOf(
  ...[sessions, factors, auth, account, users],
  ...[fourEyes, alerts, spending, realtime, notifications, news, notices, faq],
  ...[rates, watcher, holds, unclaimedDeposits, payments, statements],
  ...[cards, prefixes, cart, orders],
);

/** Calls that exist in demo mode only. */
export const demoCalls = callsOf(demo);
