import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import * as keys from '#contracts/supply/issuer-keys.ts';
import * as contract from '#contracts/supply/programmes.ts';
import { startIssuer } from '#features/demo/issuer/start-issuer.ts';
import { fingerprintEnd } from '#features/supply/programmes/facts/key-fingerprint.ts';
import { fetchPublishedKeys } from '#features/supply/programmes/published/fetch-published-keys.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';

const issuer = await startIssuer({ secretOf: () => 'not asked here at all' });
afterAll(issuer.stop);
const shop = await createTestShop({ issuer_demo_url: issuer.url });
const { programmeFacts, activeProgramme } = await createStaff(shop);
const proposer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const own = programmeFacts().issuer_public_key;
const other = randomBytes(32).toString('base64');
const reason = 'As agreed with the issuer';
const fileOf = (...published: string[]) => ['facevalue-key 1', ...published.map((key) => `key: ${key}`), ''].join('\n');

beforeEach(() => issuer.publish(null));

const get = async (id: string) => (await shop.as(proposer)(contract.getProgramme, { params: { id } })).body.data;
const propose = async () =>
  (await shop.as(proposer)(contract.proposeProgramme, { body: programmeFacts() })).body.data.id;
const outcomeOf = async (id: string) => (await get(id)).keys[0]!.published?.outcome;
const approve = async (id: string) => {
  const { proposal } = await get(id);
  const fingerprint_end = fingerprintEnd(Buffer.from(own, 'base64'));
  return shop.as(approver)(contract.approveProgramme, {
    params: { id },
    body: { proposal_id: proposal!.id, fingerprint_end, reason },
  });
};

it.each([
  ['the key alone', fileOf(own), 'matches'],
  ['the key among others', fileOf(other, own), 'matches'],
  ['with lines that end as in Windows', fileOf(own).replaceAll('\n', '\r\n'), 'matches'],
  ['nothing', null, 'none'],
  ['a page', '<!doctype html><title>Not found</title>', 'none'],
  ['half a key', fileOf(own.slice(0, 20)), 'none'],
  ['more than it takes', fileOf(...Array.from({ length: 200 }, () => own)), 'none'],
])('a key whose issuer publishes %s is proposed, seen and approved', async (_what, text, outcome) => {
  issuer.publish(text);
  const id = await propose();
  expect(await outcomeOf(id)).toBe(outcome);
  expect((await approve(id)).status).toBe(200);
});

it('a key is not approved while its issuer publishes another, and says so to whoever decides', async () => {
  const id = await propose();
  expect(await outcomeOf(id)).toBe('none');
  issuer.publish(fileOf(other));
  const { status, body } = await approve(id);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/publishes another key/)]);
  expect(await outcomeOf(id)).toBe('differs');
  expect((await get(id)).proposal).toMatchObject({ approved_by: [] });
  issuer.publish(fileOf(own));
  expect((await approve(id)).status).toBe(200);
});

it('a further key is compared as the first one was', async () => {
  const { id } = await activeProgramme();
  issuer.publish(fileOf(own));
  const body = { public_key: other };
  const added = (await shop.as(proposer)(keys.proposeKey, { params: { id }, body })).body.data.id;
  expect(await outcomeOf(id)).toBe('differs');
  const { proposal } = (await get(id)).keys[0]!;
  const fingerprint_end = fingerprintEnd(Buffer.from(other, 'base64'));
  const decide = () =>
    shop.as(approver)(keys.approveKey, {
      params: { id: added },
      body: { proposal_id: proposal!.id, fingerprint_end, reason },
    });
  expect((await decide()).status).toBe(409);
  issuer.publish(fileOf(own, other));
  expect((await decide()).status).toBe(200);
});

it.each([
  ['an address of the own network', 'https://inside.hazelbrook.com/terms', '10.0.0.7'],
  ['this machine', 'https://local.hazelbrook.com/terms', '127.0.0.1'],
])('nothing is fetched from %s', async (_what, terms_url, address) => {
  const found = await fetchPublishedKeys({ issuer_demo_url: null }, terms_url, async () => [{ address, family: 4 }]);
  expect(found).toEqual([]);
});

it('nothing is fetched from an address in place of a name', async () => {
  const never = () => Promise.reject(new Error('nothing is resolved'));
  for (const terms_url of ['https://192.0.2.7/terms', 'https://[::1]/terms'])
    expect(await fetchPublishedKeys({ issuer_demo_url: null }, terms_url, never)).toEqual([]);
});
