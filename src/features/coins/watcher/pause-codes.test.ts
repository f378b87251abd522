import { expect, test } from 'vitest';
import { migrateSchema } from '#app/database/migrate-database.ts';
import { createPayment, paymentOptions } from '#contracts/coins/payments.ts';
import { listChains, type PauseCode, pauseCodes } from '#contracts/coins/watcher.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { locales, translate } from '#i18n/translate.ts';
import { pauseMessage } from '#platform/chain/pause-message.ts';
import type { PauseReason } from '#platform/chain/types.ts';
import { createTestDatabase, migrateHistory } from '#tests/support/database.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { raiseAlert } from '../../oversight/alerts/raise-alert.ts';
import { haltedAlert } from './alert-kinds.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const { poll } = await followDevChain(shop.ctx, dev);
const admin = await shop.createUser({ role: 'admin' });

const facts: Record<PauseCode, PauseReason['facts']> = {
  starting: {},
  node_syncing: {},
  node_stale: { seconds: 901 },
  node_behind: { blocks: 3 },
  catching_up: { blocks: 12 },
  node_unreachable: { detail: 'ECONNREFUSED' },
  node_timeout: { detail: '10000 ms' },
  node_unauthorised: { detail: 'HTTP 401' },
  node_busy: { detail: 'HTTP 503' },
  node_warming_up: { detail: 'getblock: Loading' },
  node_too_large: { detail: 'more than 7 bytes' },
  node_bad_reply: { detail: 'not JSON-RPC, HTTP 502' },
  // A node's possible wording: what buyers see must not depend on it.
  node_rpc: { detail: 'catching up, not synchronised' },
  not_development: { network: 'main' },
  key_of_test: {},
  key_of_main: { network: '11155111' },
  foreign_genesis: { coin: 'LTC' },
  chain_replaced: { identity: '17000:0xabc' },
  deep_reorganisation: { height: 77 },
  balance_short: { address: '0xdef' },
};

const pause = (code: PauseCode) =>
  shop.sql`update chain_cursors set state = 'paused', reason_code = ${code}, reason_facts = ${shop.sql.json(facts[code])}`;

test.each(pauseCodes)('the sentence of %s names its facts in every language', (code) => {
  for (const locale of locales) {
    const sentence = translate(locale, pauseMessage(code, facts[code]));
    expect(sentence).not.toContain('chain.reason');
    for (const fact of Object.values(facts[code])) expect(sentence).toContain(String(fact));
  }
});

test.each(pauseCodes)('a chain that is paused for %s says so in the back office in both languages', async (code) => {
  await poll();
  await pause(code);
  for (const locale of ['en', 'de']) {
    await shop.sql`update users set locale = ${locale} where id = ${admin.id}`;
    const [chain] = (await shop.as(admin)(listChains)).body.data;
    const reason = translate(locale, pauseMessage(code, facts[code]));
    expect(chain).toMatchObject({ state: 'paused', reason_code: code, reason });
  }
});

const behind: readonly PauseCode[] = ['node_syncing', 'catching_up'];

test.each(pauseCodes)('what a buyer reads of a coin that is paused for %s depends on the code alone', async (code) => {
  await poll();
  await pause(code);
  const buyer = shop.as(await shop.createUser());
  const [offer] = (await buyer(paymentOptions)).body.data.offered;
  const expected = behind.includes(code) ? 'behind' : 'not_ready';
  expect(offer).toMatchObject({ coin: 'ETH', available: false, reason_code: expected });
  const refused = await buyer(createPayment, { body: { coin: 'ETH', amount_cents: 2000 } });
  expect(refused.status).toBe(422);
  expect(refused.body.errors?.coin?.[0]).toContain(offer!.reason);
});

test('a coin that nobody watches has a code of its own, and so has one without a rate', async () => {
  await poll();
  const buyer = shop.as(await shop.createUser());
  const offered = async () => (await buyer(paymentOptions)).body.data.offered[0];
  await shop.sql`delete from rate_samples`;
  expect(await offered()).toMatchObject({ available: false, reason_code: 'no_rate' });
  await pause('catching_up');
  shop.clock.advance(61_000);
  expect(await offered()).toMatchObject({ available: false, reason_code: 'unwatched' });
});

test.each([
  ['en', 'ETH has stopped', 'block 77'],
  ['de', 'ETH ist angehalten', 'Block 77'],
])('an alert of a halt is a sentence in %s', async (locale, start, height) => {
  const details = { reason: 'deep_reorganisation', height: 77 } as const;
  await raiseAlert(shop.sql, shop.clock.now(), { kind: haltedAlert, subject: 'ETH', details });
  await shop.sql`update users set locale = ${locale} where id = ${admin.id}`;
  const { data } = (await shop.as(admin)(listAlerts)).body;
  const { sentence } = data.find(({ kind }) => kind === 'chain.halted')!;
  expect(sentence).toContain(start);
  expect(sentence).toContain(height);
  expect(sentence).not.toContain('chain.reason');
});

test('the database takes every code of the contract and no other, and facts only with a code', async () => {
  await poll();
  for (const code of pauseCodes) await pause(code);
  await expect(shop.sql`update chain_cursors set reason_code = 'moody'`).rejects.toThrow(/reason_code_check/);
  await expect(
    shop.sql`update chain_cursors set state = 'following', reason_code = null, reason_facts = '{"blocks": 1}'`,
  ).rejects.toThrow(/facts_of/);
  await expect(shop.sql`update chain_cursors set reason_code = null, reason_facts = '{}'`).rejects.toThrow(
    /paused_for/,
  );
});

test('a database of an older version keeps its paused chains and the facts of its halts', async () => {
  const { sql } = await createTestDatabase();
  await migrateHistory(sql, '0013');
  await sql`insert into chain_cursors (coin, state, reason) values
    ('ETH', 'paused', 'catching up: 5 blocks to go'), ('BTC', 'following', null)`;
  await sql`insert into alerts (kind, subject, details, raised_at, last_raised_at)
    select 'chain.halted', subject, jsonb_build_object('reason', reason), now(), now() from (values
      ('ETH', 'a reorganisation of ETH goes below the kept history at 77'),
      ('LTC', 'LTC address ltc1q holds less than is known to have come')) halts (subject, reason)`;
  await migrateSchema(sql, true);
  expect(await sql`select coin, state, reason_code, reason_facts from chain_cursors order by coin`).toEqual([
    { coin: 'BTC', state: 'following', reason_code: null, reason_facts: {} },
    { coin: 'ETH', state: 'paused', reason_code: 'starting', reason_facts: {} },
  ]);
  expect(await sql`select details from alerts order by subject`).toEqual([
    { details: { reason: 'deep_reorganisation', height: 77 } },
    { details: { reason: 'balance_short', address: 'ltc1q' } },
  ]);
});
