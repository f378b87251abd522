import * as account from './account.ts';
import * as alerts from './alerts.ts';
import * as auth from './auth.ts';
import * as records from './billing-records.ts';
import * as broadcasting from './broadcasting.ts';
import type { Call } from './call.ts';
import * as cards from './cards.ts';
import * as cart from './cart.ts';
import * as chains from './chains.ts';
import * as demo from './demo.ts';
import * as factors from './factors.ts';
import * as faq from './faq.ts';
import * as held from './held-payments.ts';
import * as news from './news.ts';
import * as notices from './notices.ts';
import * as notifications from './notifications.ts';
import * as orders from './orders.ts';
import * as payments from './payments.ts';
import * as prefixes from './prefixes.ts';
import * as rates from './rates.ts';
import * as suspense from './suspense.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'guards' in value;

function callsOf(modules: Record<string, object>): Record<string, Call> {
  const calls: Record<string, Call> = {};
  for (const exports of Object.values(modules)) {
    for (const [name, value] of Object.entries(exports)) if (isCall(value)) calls[name] = value;
  }
  return calls;
}

/** Every call of the API by its name. */
export const calls = callsOf({
  ...{ account, alerts, factors },
  ...{ auth, broadcasting, cards, cart, chains, faq, held, news, notices, notifications },
  ...{ orders, payments, prefixes, rates, records, suspense },
});

/** Calls that exist in demo mode only. */
export const demoCalls = callsOf({ demo });
