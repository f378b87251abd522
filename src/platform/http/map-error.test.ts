import { expect, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import postgres from '#platform/db/driver/index.js';
import { createLogger } from '#platform/log.ts';
import { mapError } from './map-error.ts';

const lost = Object.assign(new Error('write'), { code: 'ANSWER_TIMEOUT' });
const unsent = Object.assign(new Error('write'), { code: 'POOL_TIMEOUT' });
const refused = (code: string) => new postgres.PostgresError({ code } as never);

test.each([
  ['an answer that was lost while something may have changed', lost, true, en['api.outcome_unknown'], '5'],
  ['a lost answer to a read', lost, false, en['api.busy'], '5'],
  ['a statement that was never sent', unsent, true, en['api.busy'], '5'],
  ['a lock that others hold', refused('55P03'), true, en['api.locked'], '2'],
  ['a full disk', refused('53100'), true, en['api.disk_full'], '30'],
])('%s is a 503 that says what is known and when to try again', (_what, error, changes, message, after) => {
  const at = { method: 'POST', path: '/api/invoices', changes, locale: 'en' };
  const { status, body, headers } = mapError(error, createLogger('silent'), at);
  expect({ status, body, after: headers['retry-after'] }).toEqual({ status: 503, body: { message }, after });
});
