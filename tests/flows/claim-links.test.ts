import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { makeGift, openGift } from '#contracts/shop/gifts.ts';
import { placeOrder, returnCard, revealCard } from '#contracts/shop/orders.ts';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import * as contract from '#contracts/supply/programmes.ts';
import { fingerprintEnd } from '#features/supply/programmes/facts/key-fingerprint.ts';
import { watchLinkHosts } from '#features/supply/programmes/suspension/watch-link-hosts.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';

const PARTNER = 'links.partner.example';
const issuer_hosts = new Set<string>();
const shop = await createTestShop({ issuer_hosts });
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const proposer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const first = await shop.createUser({ role: 'admin', duties: ['approver'] });
const second = await shop.createUser({ role: 'admin', duties: ['approver'] });
const buyer = await shop.createUser({ balance_cents: 100_000, tier: 2 });
const reason = 'As agreed with the issuer';

beforeEach(() => {
  issuer_hosts.clear();
  issuer_hosts.add(PARTNER);
});

const linked = (host: string): Partial<NewProgramme> => ({
  code_format: {
    code: { kind: 'link', host, path: '/g/', length: 16, alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ' },
    pin: null,
  },
});
let serial = 0;
const linkTo = (host: string) => `https://${host}/g/${'ABCDEFGHJKLMNPQ'}${'ABCDEFGHJKLM'[serial++]}`;
const facts = (host: string) => staff.programmeFacts(linked(host));
const propose = (body: NewProgramme) => shop.as(proposer)(contract.proposeProgramme, { body });
const edit = (id: string, host: string) => {
  const { issuer_public_key: _, ...body } = facts(host);
  return shop.as(proposer)(contract.editProgramme, { params: { id }, body });
};
const get = async (id: string) => (await shop.as(proposer)(contract.getProgramme, { params: { id } })).body.data;
const approve = async (id: string, who: { token: string }, link_host?: string) => {
  const { proposal } = await get(id);
  const fingerprint_end = fingerprintEnd(Buffer.from(facts('issuer.example').issuer_public_key, 'base64'));
  const body = { proposal_id: proposal!.id, reason, fingerprint_end, ...(link_host && { link_host }) };
  return shop.as(who)(contract.approveProgramme, { params: { id }, body });
};

/** A card with a claim link, on sale and bought. */
async function bought(host: string) {
  const link = linkTo(host);
  const { programme_id } = await staff.onSale([{ code: link, pin: '' }], { programme: linked(host) });
  const [card] = await sql<{ id: string }[]>`select id from cards where programme_id = ${programme_id}`;
  const order = await shop.as(buyer)(placeOrder, { body: { ids: [card!.id] }, idempotencyKey: randomUUID() });
  return { programme_id, link, params: { id: order.body.data.id, card_id: card!.id } };
}

it.each([
  ['a name in front', 'https://issuer.example@thief.example/terms'],
  ['a port', 'https://thief.example:8443/terms'],
  ['letters of another script', 'https://issu\u0435r.example/terms'],
  ['no path', 'https://thief.example'],
])('terms that read as another host than they lead to are not proposed: %s', async (_what, terms_url) => {
  const body = { ...facts('thief.example'), terms_url };
  expect((await propose(body)).body.errors).toEqual({ terms_url: [expect.stringContaining('P14')] });
});

it.each([
  'pastebin.com',
  'xn--issur-5ya.example',
  '192.0.2.7',
  'issuer.example.thief.example',
  'xn--e1aybc.issuer.example',
])('a programme whose links lead to %s is not proposed', async (host) => {
  const { status, body } = await propose(facts(host));
  expect([status, body.errors]).toEqual([422, { code_format: [expect.stringContaining(host)] }]);
});

it("links lead to the domain of the issuer's terms, or to a host that the operator listed", async () => {
  for (const host of ['claim.issuer.example', PARTNER]) expect((await propose(facts(host))).status).toBe(201);
});

it('each approver types the host of the links', async () => {
  const { id } = (await propose(facts('claim.issuer.example'))).body.data;
  for (const typed of [undefined, 'claim.issuer.example.thief.example', 'issuer.example']) {
    const { status, body } = await approve(id, first, typed);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['link_host']]);
  }
  expect((await get(id)).proposal).toMatchObject({ approved_by: [] });
  expect((await approve(id, first, ' Claim.Issuer.example ')).status).toBe(200);
  expect((await approve(id, second)).status).toBe(422);
  expect((await approve(id, second, 'claim.issuer.example')).body.data).toMatchObject({ state: 'active' });
});

it('a new version leads nowhere else either, and its approvers type its host', async () => {
  const { id } = await staff.activeProgramme(linked('claim.issuer.example'));
  expect((await edit(id, 'pastebin.com')).body.errors).toHaveProperty('code_format');
  expect((await edit(id, PARTNER)).status).toBe(200);
  expect((await approve(id, first, 'claim.issuer.example')).status).toBe(422);
  expect((await approve(id, first, PARTNER)).status).toBe(200);
  issuer_hosts.clear();
  const { status, body } = await approve(id, second, PARTNER);
  expect([status, body.message]).toEqual([409, expect.stringContaining('P14')]);
});

it('nothing is imported once the operator took the host of the links from the list', async () => {
  const { id } = await staff.activeProgramme(linked(PARTNER));
  const batch_id = await staff.openBatch(id);
  issuer_hosts.clear();
  const refused = await refusal(staff.importText(batch_id, `code,face_value\n${linkTo(PARTNER)},25.00`));
  expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining(PARTNER)]);
  expect(await sql`select from cards where batch_id = ${batch_id}`).toHaveLength(0);
});

it('a programme whose links lead elsewhere by now is off sale with an alert, and resumed by two once they fit', async () => {
  const { id } = await staff.activeProgramme(linked(PARTNER));
  const { id: other } = await staff.activeProgramme(linked('claim.issuer.example'));
  issuer_hosts.clear();
  await watchLinkHosts(ctx);
  await watchLinkHosts(ctx);
  expect(await get(id)).toMatchObject({ state: 'suspended', suspension: { rule: 'P14', reason: null } });
  expect(await get(other)).toMatchObject({ state: 'active' });
  expect(await sql`select kind, details, times from alerts where subject = ${id}`).toEqual([
    { kind: 'programme.link_host', details: { name: expect.any(String), host: PARTNER }, times: 1 },
  ]);
  const resume = () => shop.as(first)(contract.resumeProgramme, { params: { id }, body: { reason } });
  expect((await resume()).status).toBe(409);
  issuer_hosts.add(PARTNER);
  expect((await resume()).body.data).toMatchObject({ state: 'suspended', proposal: { kind: 'resume' } });
  issuer_hosts.clear();
  expect((await approve(id, second)).status).toBe(409);
  issuer_hosts.add(PARTNER);
  expect((await approve(id, second)).body.data).toMatchObject({ state: 'active' });
});

it("a link that doesn't lead to its issuer is not shown, can be returned, and is shown again once its host is listed", async () => {
  const card = await bought(PARTNER);
  const gift = await bought(PARTNER);
  const later = await bought(PARTNER);
  const given = await shop.as(buyer)(makeGift, { params: gift.params, body: { consent: true } });
  const token = new URL(given.body.data.url!).searchParams.get('token')!;
  const open = () => shop.request(openGift, { body: { token } });
  const show = ({ params }: typeof card) => shop.as(buyer)(revealCard, { params, body: { consent: true } });
  issuer_hosts.clear();
  const { status, body } = await show(card);
  expect([status, body.message]).toEqual([409, expect.stringMatching(/return the card/)]);
  expect(JSON.stringify(body)).not.toContain(card.link);
  expect((await open()).status).toBe(409);
  const back = await shop.as(buyer)(returnCard, {
    params: card.params,
    body: {} as never,
    idempotencyKey: randomUUID(),
  });
  expect(back.status).toBe(200);
  issuer_hosts.add(PARTNER);
  expect((await show(later)).body.data).toMatchObject({ url: later.link });
  expect((await open()).body.data).toMatchObject({ url: gift.link });
});
