import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { exportTax, getTaxReport } from '#contracts/office/books.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { getBrand, listBrands } from '#contracts/shop/brands.ts';
import { cardOptions } from '#contracts/shop/cards.ts';
import { getOrder, placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import * as keys from '#contracts/supply/issuer-keys.ts';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import * as contract from '#contracts/supply/programmes.ts';
import { approveProgrammeAs } from '#features/demo/people/approve-as.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { seededRandom } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { confirmBatch } from '#features/supply/batches/confirm-batch.ts';
import { manifestText } from '#features/supply/batches/manifest.ts';
import { signedText } from '#features/supply/batches/signed-text.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import { fingerprintEnd } from '#features/supply/programmes/facts/key-fingerprint.ts';
import { suspendByGuard } from '#features/supply/programmes/suspension/suspend-by-guard.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop({ issuer_hosts: new Set(['api.issuer.example']) });
const { ctx, sql } = shop;
const { importer, programmeFacts, activeProgramme, openBatch, importText, onSale, setReference } =
  await createStaff(shop);
const proposer = await shop.createUser({ role: 'admin', duties: ['importer'] });
const first = await shop.createUser({ role: 'admin', duties: ['approver'] });
const second = await shop.createUser({ role: 'admin', duties: ['approver'] });
const reason = 'As agreed with the issuer';

const get = async (id: string, user: { token: string } = proposer) =>
  (await shop.as(user)(contract.getProgramme, { params: { id } })).body.data;

/** The facts of an edit: those of a new programme without its key. */
const edited = (name: string, changes: Partial<NewProgramme> = {}) => {
  const { issuer_public_key: _, ...facts } = programmeFacts({ name, ...changes });
  return facts;
};
const edit = async (id: string, body: ReturnType<typeof edited>, user: { token: string } = proposer) => {
  await setReference('EUR', 1);
  return shop.as(user)(contract.editProgramme, { params: { id }, body });
};
const approve = async (id: string, user: { token: string }) => {
  const { proposal } = await get(id);
  return shop.as(user)(contract.approveProgramme, { params: { id }, body: { proposal_id: proposal!.id, reason } });
};
const act = (
  call: typeof contract.suspendProgramme | typeof contract.resumeProgramme | typeof contract.retireProgramme,
  id: string,
  user: { token: string } = first,
) => shop.as(user)(call, { params: { id }, body: { reason } });

const nameOf = async (id: string) => (await get(id)).name;

it('an edit leaves the version in force as it is until two others approved it', async () => {
  const { id } = await activeProgramme();
  const name = await nameOf(id);
  const proposed = await edit(id, edited(name, { redemption_text: 'Say the code.', other_countries: ['AT', 'FR'] }));
  expect(proposed.status).toBe(200);
  expect(proposed.body.data).toMatchObject({
    redemption_text: 'Show the code at the till.',
    edit: { redemption_text: 'Say the code.', other_countries: ['AT', 'FR'] },
    proposal: { kind: 'edit', approvals_needed: 2 },
  });
  expect((await approve(id, proposer)).status).toBe(403);
  expect((await approve(id, first)).body.data).toMatchObject({ redemption_text: 'Show the code at the till.' });
  expect((await approve(id, first)).status).toBe(403);
  const { data } = (await approve(id, second)).body;
  expect(data).toMatchObject({ redemption_text: 'Say the code.', edit: null, proposal: null, state: 'active' });
  expect(data.versions.map(({ number, state, changed }) => [number, state, changed])).toEqual([
    [2, 'active', ['other_countries', 'redemption_text', 'registration_ref']],
    [1, 'superseded', []],
  ]);
  expect(data.history.map(({ action }) => action)).toContain('programme.edited');
});

it('an order keeps the terms that it was bought under, and a later one has those of the edit', async () => {
  const { programme_id } = await onSale([{ code: codeNumber(811) }, { code: codeNumber(812) }]);
  const buyer = await shop.createUser({ balance_cents: 10_000 });
  const cards = await sql<{ id: string }[]>`select id from cards where programme_id = ${programme_id} order by id`;
  const buy = async (at: number) => {
    const { body } = await shop.as(buyer)(placeOrder, { body: { ids: [cards[at]!.id] } });
    return body.data.id;
  };
  const shownIn = async (id: string) => {
    const { data } = (await shop.as(buyer)(getOrder, { params: { id } })).body;
    return data.cards[0]!.programme;
  };
  const before = await buy(0);
  const { terms_url } = await shownIn(before);
  shop.clock.advance(1_000);
  const changes = { redemption_text: 'Say the code.', terms_url: 'https://issuer.example/new-terms' };
  await edit(programme_id, edited(await nameOf(programme_id), changes));
  await approve(programme_id, first);
  await approve(programme_id, second);
  shop.clock.advance(1_000);
  const after = await buy(1);
  expect(await shownIn(before)).toMatchObject({ redemption_text: 'Show the code at the till.', terms_url });
  expect(await shownIn(after)).toMatchObject(changes);
});

it('the tax export keeps a sale under the country and issuer of its day when the programme has others later', async () => {
  const { programme_id } = await onSale([{ code: codeNumber(871) }, { code: codeNumber(872) }]);
  const buyer = await shop.createUser({ balance_cents: 10_000 });
  const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  const cards = await sql<{ id: string }[]>`select id from cards where programme_id = ${programme_id} order by id`;
  const buy = async (at: number) => (await shop.as(buyer)(placeOrder, { body: { ids: [cards[at]!.id] } })).body.data;
  const query = { year: new Date().toISOString().slice(0, 4) };
  const rowsOf = async (number: number) =>
    String((await shop.as(auditor)(exportTax, { query })).body)
      .split('\r\n')
      .map((row) => row.split(','))
      .filter((row) => row[2] === String(number))
      .map((row) => row.slice(6, 11));
  const name = await nameOf(programme_id);
  const sold = await buy(0);
  const before = [name, 'Hazelbrook Stores Ltd', 'DE', 'DE', 'single_purpose'];
  expect(await rowsOf(sold.number)).toEqual([before]);
  shop.clock.advance(1_000);
  await edit(programme_id, edited(name, { country: 'AT', issuer_country: 'AT', issuer_name: 'Hazelbrook Austria' }));
  await approve(programme_id, first);
  await approve(programme_id, second);
  shop.clock.advance(1_000);
  await shop.as(buyer)(returnCard, { params: { id: sold.id, card_id: cards[0]!.id } });
  const later = await buy(1);
  expect(await rowsOf(sold.number), 'the sale and its refund').toEqual([before, before]);
  expect(await rowsOf(later.number)).toEqual([[name, 'Hazelbrook Austria', 'AT', 'AT', 'single_purpose']]);
  const { data } = (await shop.as(auditor)(getTaxReport, { query: { ...query, country: 'AT' } })).body;
  expect(data).toMatchObject([{ country: 'AT', sales: 1, refunds: 0 }]);
});

it('an edit that is rejected or withdrawn changes nothing, and a second one waits for the first', async () => {
  const { id } = await activeProgramme();
  const name = await nameOf(id);
  const body = edited(name, { expiry_policy: 'Ten years.' });
  const { proposal } = (await edit(id, body)).body.data;
  expect((await edit(id, body)).status).toBe(409);
  const params = { id };
  const rejected = await shop.as(first)(contract.rejectProgramme, {
    params,
    body: { proposal_id: proposal!.id, reason },
  });
  expect(rejected.body.data).toMatchObject({ state: 'active', expiry_policy: 'Five years.', edit: null });
  const again = (await edit(id, body)).body.data.proposal;
  expect((await shop.as(proposer)(withdrawProposal, { params: { id: again!.id } })).status).toBe(204);
  expect((await get(id)).versions.map(({ state }) => state)).toEqual(['withdrawn', 'rejected', 'active']);
});

it('nobody without the duty edits, and no programme that is gone or only proposed', async () => {
  const { id } = await activeProgramme();
  expect((await edit(id, edited('Other'), first)).status).toBe(403);
  expect((await edit(crypto.randomUUID(), edited('Other'))).status).toBe(404);
  const waiting = await createProgramme(ctx, importer, programmeFacts());
  expect((await edit(waiting.id, edited('Other'))).status).toBe(409);
  expect((await edit(id, { ...edited('Other'), terms_url: 'http://x.example' })).body.errors).toHaveProperty(
    'terms_url',
  );
  const taken = await edit(id, edited(await nameOf(waiting.id)));
  expect(taken.body.errors).toHaveProperty('name');
});

it('currency and kind of voucher stay once there are batches, whoever writes the statement', async () => {
  const { id } = await activeProgramme();
  await openBatch(id);
  const name = await nameOf(id);
  const other = await edit(id, edited(name, { currency: 'GBP' }));
  expect(other.body.errors).toHaveProperty('currency');
  expect((await edit(id, edited(name, { voucher_kind: 'multi_purpose' }))).body.errors).toHaveProperty('voucher_kind');
  const { proposal } = (await edit(id, edited(name))).body.data;
  await sql`update programme_versions set facts = facts || '{"currency": "GBP"}' where state = 'proposed' and programme_id = ${id}`;
  await approve(id, first);
  const settle = sql.begin(async (tx) => {
    await tx`
      update proposals set decision = 'approved', decider_id = ${second.id}, decided_at = now() where id = ${proposal!.id}`;
    await tx`select put_programme_in_force(${proposal!.id})`;
  });
  await expect(settle).rejects.toThrow(/its currency and kind of voucher stay/);
});

it('a new mask is for stock that is imported later', async () => {
  const { programme_id: id } = await onSale([{ code: codeNumber(700) }]);
  const numeric = { code: { kind: 'numeric' as const, length: 16, prefix: '707412' }, pin: null };
  await edit(id, edited(await nameOf(id), { code_format: numeric }));
  await approve(id, first);
  expect((await approve(id, second)).body.data).toMatchObject({ code_mask: '707412##########', pin_mask: null });
  expect(await sql`select prefix from programmes where id = ${id}`).toEqual([{ prefix: '707412' }]);
  expect(await sql`select state from cards where programme_id = ${id}`).toEqual([{ state: 'available' }]);
  const report = await importText(await openBatch(id), `code,face_value\n${codeNumber(701)},25.00\n`);
  expect(report.refused_rows).toMatchObject([{ rule: 'IG-15' }]);
});

it('a new mask before each file lets no card numbers in: what was found under the old one goes on (IG-24)', async () => {
  const random = seededRandom('masks in turn');
  const maskOf = (pin: number): NewProgramme['code_format'] => ({
    code: { kind: 'numeric', length: 19, prefix: '600649' },
    pin: { kind: 'numeric', length: pin },
  });
  const fileOf = (pin: number) => {
    const rows = Array.from({ length: 9 }, () => {
      const body = Array.from({ length: 14 }, () => random(10)).join('');
      const text = `4${body}${luhnDigit(`4${body}`)}`;
      return `600649${text.slice(0, 13)},${text.slice(13).padEnd(pin, '7')},25.00`;
    });
    return `code,pin,face_value\n${rows.join('\n')}`;
  };
  const { id } = await activeProgramme({ code_format: maskOf(8) });
  expect(await importText(await openBatch(id), fileOf(8))).toMatchObject({ imported: 9 });
  await edit(id, edited(await nameOf(id), { code_format: maskOf(7) }));
  for (const approver of [first, second]) expect((await approve(id, approver)).status).toBe(200);
  expect((await refusal(importText(await openBatch(id), fileOf(7)))).message).toMatch(/IG-24, row ([4-9]|10)\)/);
  expect((await get(id)).state).toBe('suspended');
});

it('a face value in the range is sold, one outside is kept for a decision', async () => {
  const { id } = await activeProgramme({ face_values_cents: [], face_range: { min_cents: 1000, max_cents: 20_000 } });
  const rows = [`${codeNumber(710)},123456,17.35`, `${codeNumber(711)},123456,200.01`];
  const report = await importText(await openBatch(id), ['code,pin,face_value', ...rows].join('\n'));
  expect(report).toMatchObject({ imported: 1, quarantined: [{ cards: 1, rules: ['IG-20'] }] });
});

it.each<[string, Partial<NewProgramme>, string]>([
  ['no face value at all', { face_values_cents: [] }, 'face_values_cents'],
  ['a range above 2,000 dollars', { face_range: { min_cents: 1, max_cents: 200_001 } }, 'face_range'],
  ['a range upside down', { face_range: { min_cents: 5, max_cents: 5 } }, 'face_range'],
  ['its own country twice', { other_countries: ['DE'] }, 'other_countries'],
  ['early ends in one of its countries', { other_countries: ['US'], funds: shortFunds() }, 'funds'],
  ['an adapter elsewhere', { adapter_url: 'https://evil.example/', adapter_secret: 'x'.repeat(16) }, 'adapter_url'],
  [
    'an adapter at a port',
    { adapter_url: 'https://api.issuer.example:81/', adapter_secret: 'x'.repeat(16) },
    'adapter_url',
  ],
  ['an adapter without a secret', { adapter_url: 'https://api.issuer.example/' }, 'adapter_secret'],
  ['a card number in a translated fee', { fee_translations: { es: 'Como 4111 1111 1111 1111' } }, 'fee_translations'],
  ['its expiry in a language that is none', { expiry_translations: { german: 'Nie.' } }, 'expiry_translations'],
  [
    'a card number in a translation',
    { redemption_translations: { de: 'Wie 4111 1111 1111 1111' } },
    'redemption_translations',
  ],
])('a programme with %s is refused', async (_what, changes, field) => {
  await setReference('EUR', 1);
  expect((await refusal(createProgramme(ctx, importer, programmeFacts(changes)))).errors).toHaveProperty(field);
});

function shortFunds() {
  return { expire_after_months: 12, dormancy_fee: null };
}

it("an adapter's secret is sealed, never shown, and kept by an edit that names none", async () => {
  const secret = 'quiet-harbour-adapter-secret';
  const { id } = await activeProgramme({ adapter_url: 'https://api.issuer.example/v1', adapter_secret: secret });
  const shown = await get(id);
  expect(shown).toMatchObject({ adapter_url: 'https://api.issuer.example/v1', has_adapter_secret: true });
  const stored = await sql<{ all: string }[]>`
    select string_agg(to_jsonb(p)::text || v.facts, '') as all from programmes p join programme_versions v on v.programme_id = p.id`;
  expect(JSON.stringify([shown, stored])).not.toContain(secret);
  const [before] = await sql`select adapter_secret from programmes where id = ${id}`;
  await edit(id, edited(shown.name, { adapter_url: 'https://api.issuer.example/v2' }));
  await approve(id, first);
  await approve(id, second);
  expect(await sql`select adapter_secret, adapter_url from programmes where id = ${id}`).toEqual([
    { adapter_secret: before!.adapter_secret, adapter_url: 'https://api.issuer.example/v2' },
  ]);
});

it('buyers read how to redeem in their language, and find a programme by every country it is sold in', async () => {
  await onSale([{ code: codeNumber(720) }], {
    programme: { name: 'Everywhere', other_countries: ['PT'], redemption_translations: { de: 'Code zeigen.' } },
  });
  const buyer = await shop.createUser();
  await sql`update users set locale = 'de' where id = ${buyer.id}`;
  const { data } = (await shop.as(buyer)(cardOptions)).body;
  expect(data.programmes.find(({ label }) => label === 'Everywhere')?.redemption_text).toBe('Code zeigen.');
  expect(data.countries.map(({ value }) => value)).toContain('PT');
});

it('expiry and fees are translated by a version that two others approve, and read in the language of the buyer', async () => {
  const { programme_id: id } = await onSale([{ code: codeNumber(725) }], {
    programme: { name: 'Termwell', fee_text: 'No fees.', fee_translations: { de: 'Keine Gebühren.' } },
  });
  const { body: offered } = await shop.as(await shop.createUser())(listBrands, { query: { q: 'Termwell' } });
  const { slug } = offered.data[0]!;
  const reads = async (locale: string) => {
    const buyer = await shop.createUser();
    await sql`update users set locale = ${locale} where id = ${buyer.id}`;
    ctx.catalogue.forget();
    const [programme] = (await shop.as(buyer)(getBrand, { params: { slug } })).body.data.programmes;
    return [programme!.expiry_policy, programme!.fee_text];
  };
  expect(await reads('de')).toEqual(['Five years.', 'Keine Gebühren.']);
  const expiry_translations = { de: 'Fünf Jahre.', es: 'Cinco años.' };
  await edit(id, edited('Termwell', { fee_text: 'No fees.', expiry_translations }));
  await approve(id, first);
  expect(await reads('de')).toEqual(['Five years.', 'Keine Gebühren.']);
  expect((await approve(id, second)).body.data).toMatchObject({ expiry_translations, fee_translations: {} });
  expect(await reads('de')).toEqual(['Fünf Jahre.', 'No fees.']);
  expect(await reads('es')).toEqual(['Cinco años.', 'No fees.']);
  expect(await reads('en')).toEqual(['Five years.', 'No fees.']);
});

it('a person suspends alone and resumes alone, and what is suspended is not sold', async () => {
  const { programme_id: id } = await onSale([{ code: codeNumber(730) }]);
  expect((await act(contract.suspendProgramme, id, proposer)).status).toBe(403);
  expect((await act(contract.suspendProgramme, crypto.randomUUID())).status).toBe(404);
  expect((await act(contract.resumeProgramme, id)).status).toBe(409);
  const buyer = await shop.createUser();
  const listed = async () => (await shop.as(buyer)(cardOptions)).body.data.programmes.map(({ value }) => value);
  expect(await listed()).toContain(id);
  expect((await act(contract.suspendProgramme, id)).body.data).toMatchObject({
    state: 'suspended',
    suspension: { rule: null, reason },
  });
  expect((await act(contract.suspendProgramme, id)).status).toBe(409);
  expect(await listed()).not.toContain(id);
  expect((await act(contract.resumeProgramme, id, proposer)).status).toBe(403);
  expect((await act(contract.resumeProgramme, id)).body.data).toMatchObject({ state: 'active', suspension: null });
  expect(await listed()).toContain(id);
});

it('what the import guard suspended takes two people to resume, also by SQL, and after a suspension by a person', async () => {
  const { programme_id: id, batch_id } = await onSale([{ code: codeNumber(740) }]);
  await act(contract.suspendProgramme, id);
  await suspendByGuard(ctx, importer, { batch_id, rule: 'IG-24' });
  expect((await act(contract.resumeProgramme, id)).body.data).toMatchObject({
    state: 'suspended',
    proposal: { kind: 'resume', approvals_needed: 1 },
  });
  expect((await approve(id, first)).status).toBe(403);
  await expect(sql`update programmes set state = 'active' where id = ${id}`).rejects.toThrow(/takes two people/);
  expect((await approve(id, second)).body.data).toMatchObject({ state: 'active', proposal: null });
  // That approval was for this suspension, and not for the next.
  await suspendByGuard(ctx, importer, { batch_id, rule: 'IG-24' });
  await expect(sql`update programmes set state = 'active' where id = ${id}`).rejects.toThrow(/takes two people/);
  const { proposal } = (await act(contract.resumeProgramme, id)).body.data;
  const rejected = await shop.as(second)(contract.rejectProgramme, {
    params: { id },
    body: { proposal_id: proposal!.id, reason },
  });
  expect(rejected.body.data).toMatchObject({ state: 'suspended', proposal: null });
});

it('a retired programme stays so, closes what was open about it, and leaves its name free', async () => {
  const { id } = await activeProgramme();
  const name = await nameOf(id);
  await edit(id, edited(name, { expiry_policy: 'Ten years.' }));
  expect((await act(contract.retireProgramme, id, proposer)).status).toBe(403);
  expect((await act(contract.retireProgramme, crypto.randomUUID())).status).toBe(404);
  expect((await act(contract.retireProgramme, id)).body.data).toMatchObject({ state: 'retired', proposal: null });
  expect((await act(contract.retireProgramme, id)).status).toBe(409);
  expect((await edit(id, edited(name))).status).toBe(409);
  await expect(sql`update programmes set state = 'active' where id = ${id}`).rejects.toThrow(/can't be active after/);
  await createProgramme(ctx, importer, programmeFacts({ name }));
});

it('a proposal comes through the API, and its withdrawal frees the name', async () => {
  const body = programmeFacts();
  const propose = (user: { token: string } | null) => shop.as(user)(contract.proposeProgramme, { body });
  expect((await propose(null)).status).toBe(401);
  expect((await propose(first)).status).toBe(403);
  const made = await propose(proposer);
  expect(made.status).toBe(201);
  expect((await propose(proposer)).body.errors).toHaveProperty('name');
  const { proposal } = await get(made.body.data.id);
  await shop.as(proposer)(withdrawProposal, { params: { id: proposal!.id } });
  expect(await get(made.body.data.id)).toMatchObject({ state: 'withdrawn', keys: [{ state: 'closed' }] });
  expect((await propose(proposer)).status).toBe(201);
});

it('the list finds by words and state, with the number of each state', async () => {
  const { id } = await activeProgramme({ name: 'Zymurgy Brewers', issuer_name: 'Zymurgy Holding' });
  const waiting = await createProgramme(ctx, importer, programmeFacts({ name: 'Zymurgy Cellars' }));
  const list = async (query: object) => (await shop.as(proposer)(contract.listProgrammes, { query })).body;
  const both = await list({ q: 'zymurgy' });
  expect(both.data.map((row) => [row.id, row.state, row.waiting])).toEqual([
    [id, 'active', false],
    [waiting.id, 'proposed', true],
  ]);
  expect(both.states).toEqual([
    { value: 'proposed', count: 1 },
    { value: 'active', count: 1 },
  ]);
  expect((await list({ q: 'zymurgy', state: 'active' })).meta.total).toBe(1);
  expect((await list({ q: 'holding zymurgy', sort: '-name' })).data.map((row) => row.id)).toEqual([id]);
  expect((await shop.as(await shop.createUser())(contract.listProgrammes, { query: {} })).status).toBe(403);
});

it('where the evidence is kept is told on request, and who asked is recorded', async () => {
  const { id } = await activeProgramme({ evidence_ref: 'contracts/2026/hazelbrook.pdf' });
  expect(JSON.stringify(await get(id))).not.toContain('hazelbrook.pdf');
  const view = (user: { token: string }, of = id) => shop.as(user)(contract.viewEvidence, { params: { id: of } });
  const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });
  expect((await view(auditor)).body.data).toEqual({
    evidence_ref: 'contracts/2026/hazelbrook.pdf',
    evidence_sha256: '01'.repeat(32),
  });
  expect((await view(auditor, crypto.randomUUID())).status).toBe(404);
  const seen = sql`select actor_id from audit_entries where subject = ${id} and action = 'programme.evidence_viewed'`;
  expect(await seen).toEqual([{ actor_id: auditor.id }]);
});

it('a mask is shown by an example, with the rule that refuses it', async () => {
  const check = async (code: object, network = 'closed_loop') =>
    (await shop.as(proposer)(contract.checkMask, { body: { code_format: { code }, network } as never })).body;
  const numeric = { kind: 'numeric', length: 16, prefix: '707412' };
  const { data } = await check(numeric);
  expect(data).toEqual({ code: expect.stringMatching(/^707412\d{10}$/), pin: null, rule: null });
  expect((await check({ ...numeric, prefix: '411111' })).data).toEqual({
    code: '411111##########',
    pin: null,
    rule: 'IG-13',
  });
  expect((await check(numeric, 'open_loop')).data.rule).toBe('IG-23');
  expect((await check({ ...numeric, length: 6 })).errors).toHaveProperty('code_format');
});

/** A key of an issuer, with what it signs. */
function issuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { raw: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32), privateKey };
}

function manifest(key: KeyObject, codes: string[], programme: string, invoice: string) {
  const digests = codes.map(codeDigest);
  const text = manifestText({ programme, invoice, issued_at: '2026-01-16T00:00:00Z', digests });
  return signedText(text, sign(null, Buffer.from(text), key));
}

async function addKey(programme_id: string, body: { replaces?: string } = {}) {
  const { raw, privateKey } = issuer();
  const made = await shop.as(proposer)(keys.proposeKey, {
    params: { id: programme_id },
    body: { public_key: raw.toString('base64'), ...body },
  });
  expect(made.status).toBe(201);
  const { id } = made.body.data;
  const shown = async () => (await get(programme_id)).keys.find((key) => key.id === id)!;
  const agree = async (user: { token: string }, fingerprint_end = fingerprintEnd(raw)) =>
    shop.as(user)(keys.approveKey, {
      params: { id },
      body: { proposal_id: (await shown()).proposal!.id, fingerprint_end, reason },
    });
  return { id, raw, privateKey, shown, agree };
}

const revoke = (id: string, user: { token: string } = first) =>
  shop.as(user)(keys.revokeKey, { params: { id }, body: { reason } });

it('another key takes two approvers who know its fingerprint, and then its manifests count as those of the first', async () => {
  const { id, registration_ref } = await activeProgramme();
  const batch_id = await openBatch(id, { invoice_reference: 'INV-KEY' });
  await importText(batch_id, `code,pin,face_value\n${codeNumber(800)},123456,25.00\n`);
  const key = await addKey(id);
  const signed = manifest(key.privateKey, [codeNumber(800)], registration_ref, 'INV-KEY');
  await expect(confirmBatch(ctx, importer, { batch_id, manifest: signed })).rejects.toThrow(/signature|signed/);
  expect((await key.agree(proposer)).status).toBe(403);
  expect((await key.agree(first, '00000000')).body.errors).toHaveProperty('fingerprint_end');
  expect((await key.agree(first)).body.data.state).toBe('proposed');
  expect((await key.agree(first)).status).toBe(403);
  expect((await key.agree(second)).body.data.state).toBe('valid');
  expect(await confirmBatch(ctx, importer, { batch_id, manifest: signed })).toMatchObject({ confirmed: 1 });
  expect((await get(id)).keys.map(({ state, confirmed_cards }) => [state, confirmed_cards])).toEqual([
    ['valid', 1],
    ['valid', 0],
  ]);
  const again = await shop.as(proposer)(keys.proposeKey, {
    params: { id },
    body: { public_key: key.raw.toString('base64') },
  });
  expect(again.body.errors).toHaveProperty('public_key');
});

it('a key that another replaces confirms nothing more, and what it confirmed stays', async () => {
  const code = codeNumber(810);
  const { programme_id: id, batch_id } = await onSale([{ code }]);
  const old = (await get(id)).keys[0]!;
  const key = await addKey(id, { replaces: old.id });
  await key.agree(first);
  await key.agree(second);
  expect((await get(id)).keys.map(({ state }) => state)).toEqual(['valid', 'replaced']);
  expect(await sql`select state from cards where batch_id = ${batch_id}`).toEqual([{ state: 'available' }]);
  const unknown = await shop.as(proposer)(keys.proposeKey, {
    params: { id },
    body: { public_key: issuer().raw.toString('base64'), replaces: old.id },
  });
  expect(unknown.body.errors).toHaveProperty('replaces');
});

it('a revoked key takes its unsold stock off sale at once, with an alert, until another key confirms it', async () => {
  const codes = [codeNumber(820), codeNumber(821)];
  const { programme_id: id, batch_id } = await onSale(codes.map((code) => ({ code })));
  const [sold] = await sql<{ id: string }[]>`
    update cards set state = 'sold' where id = (select id from cards where batch_id = ${batch_id} limit 1) returning id`;
  const [key] = (await get(id)).keys;
  expect((await revoke(key!.id, proposer)).status).toBe(403);
  expect((await revoke(crypto.randomUUID())).status).toBe(404);
  expect((await revoke(key!.id)).body.data).toEqual({ id: key!.id, unconfirmed: 1 });
  expect((await revoke(key!.id)).status).toBe(409);
  const cards = () =>
    sql`select id = ${sold!.id} as sold, state, issuer_confirmed from cards where batch_id = ${batch_id} order by 1`;
  expect(await cards()).toEqual([
    { sold: false, state: 'unconfirmed', issuer_confirmed: false },
    { sold: true, state: 'sold', issuer_confirmed: true },
  ]);
  const alerts = (await shop.as(first)(listAlerts, { query: { open: '1' } })).body.data;
  expect(alerts.find(({ kind }) => kind === 'programme.key_revoked')).toMatchObject({ subject: key!.id });
  const [programme] = await sql`
    select p.registration_ref, b.invoice_reference from programmes p join batches b on b.programme_id = p.id where b.id = ${batch_id}`;
  const next = await addKey(id);
  await next.agree(first);
  await next.agree(second);
  const signed = manifest(next.privateKey, codes, programme!.registration_ref, programme!.invoice_reference);
  expect(await confirmBatch(ctx, importer, { batch_id, manifest: signed })).toMatchObject({ confirmed: 1 });
  expect((await cards()).map(({ state }) => state)).toEqual(['available', 'sold']);
});

it('a rejected key can be proposed again, and a programme that is not in force takes none', async () => {
  const { id } = await activeProgramme();
  const key = await addKey(id);
  const { proposal } = await key.shown();
  const reject = (user: { token: string }) =>
    shop.as(user)(keys.rejectKey, { params: { id: key.id }, body: { proposal_id: proposal!.id, reason } });
  expect((await reject(proposer)).status).toBe(403);
  expect((await reject(first)).body.data.state).toBe('closed');
  expect((await reject(first)).status).toBe(409);
  const propose = (of: string) =>
    shop.as(proposer)(keys.proposeKey, { params: { id: of }, body: { public_key: key.raw.toString('base64') } });
  expect((await propose(id)).status).toBe(201);
  expect((await propose(crypto.randomUUID())).status).toBe(404);
  const waiting = await createProgramme(ctx, importer, programmeFacts());
  expect((await propose(waiting.id)).status).toBe(409);
});

it('the database refuses a key or version that one person approves, and one that no proposal is about', async () => {
  const { id } = await activeProgramme();
  const key = await addKey(id);
  const { proposal } = await key.shown();
  const decide = (of: string) => sql`
    update proposals set decision = 'approved', decider_id = ${first.id}, decided_at = now() where id = ${of}`;
  await expect(decide(proposal!.id)).rejects.toThrow(/takes two approvers/);
  const { proposal: edits } = (await edit(id, edited(await nameOf(id)))).body.data;
  await expect(decide(edits!.id)).rejects.toThrow(/takes two approvers/);
  const [stray] = await sql<{ id: string }[]>`
    insert into proposals (kind, subject, proposer_id, proposed_at)
    values ('programme.edit', ${crypto.randomUUID()}, ${proposer.id}, now()) returning id`;
  await sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${stray!.id}, ${second.id}, now())`;
  await expect(
    sql`update proposals set decision = 'withdrawn', decider_id = ${proposer.id}, decided_at = now() where id = ${stray!.id}`,
  ).rejects.toThrow(/about no proposed version/);
  const inForce = sql.begin(async (tx) => {
    await tx`update proposals set decision = 'approved', decider_id = ${first.id}, decided_at = now() where id = ${stray!.id}`;
    await tx`select put_programme_in_force(${stray!.id})`;
  });
  await expect(inForce).rejects.toThrow(/nobody approves a version/);
  await expect(
    sql`update issuer_keys set revoked_at = now(), revoked_by = ${first.id}, revoke_reason = 'Leaked' where id = ${key.id}`,
  ).rejects.toThrow(/issuer_keys_revoked_whole/);
});

it('a version and a key take effect in the transaction that approved them, by no other proposal, and never again', async () => {
  const { id } = await activeProgramme();
  const [approved] = await sql<
    { id: string }[]
  >`select id from proposals where subject = ${id} and decision = 'approved'`;
  const { proposal } = (await edit(id, edited(await nameOf(id), { redemption_text: 'Say the code.' }))).body.data;
  const key = await addKey(id);
  const { proposal: of_key } = await key.shown();
  for (const other of [approved!.id, proposal!.id, of_key!.id, crypto.randomUUID()]) {
    await expect(sql`select put_programme_in_force(${other})`).rejects.toThrow(/nobody approves a version/);
    await expect(sql`select put_key_in_force(${other})`).rejects.toThrow(/nobody approves a key/);
  }
  const crossed = sql.begin(async (tx) => {
    await tx`insert into proposal_approvals (proposal_id, approver_id, at) values (${of_key!.id}, ${first.id}, now())`;
    await tx`update proposals set decision = 'approved', decider_id = ${second.id}, decided_at = now() where id = ${of_key!.id}`;
    await tx`select put_programme_in_force(${of_key!.id})`;
  });
  await expect(crossed).rejects.toThrow(/nobody approves a version/);
  expect(await get(id)).toMatchObject({
    redemption_text: 'Show the code at the till.',
    edit: { redemption_text: 'Say the code.' },
  });
  // Decided, and put in force only later.
  for (const decided of [of_key!.id, proposal!.id]) {
    await sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${decided}, ${first.id}, now())`;
    await sql`update proposals set decision = 'approved', decider_id = ${second.id}, decided_at = now() where id = ${decided}`;
  }
  await expect(sql`select put_key_in_force(${of_key!.id})`).rejects.toThrow(/nobody approves a key/);
  await expect(sql`select put_programme_in_force(${proposal!.id})`).rejects.toThrow(/nobody approves a version/);
  expect(await key.shown()).toMatchObject({ state: 'proposed' });
});

it('every column of a programme is a fact that its versions carry, but for four', async () => {
  const { id } = await activeProgramme();
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = 'programmes'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'state', 'brand_id', 'created_at') order by 1`;
  const [version] = await sql<{ names: string[] }[]>`
    select array(select jsonb_object_keys(facts) order by 1) as names from programme_versions where programme_id = ${id}`;
  const kept_elsewhere = version!.names.filter((name) => !columns.some((column) => column.name === name));
  expect(kept_elsewhere).toEqual([]);
  expect(columns.map(({ name }) => name).filter((name) => !version!.names.includes(name))).toEqual([]);
});

it('an approval is refused whose name was taken in the meantime', async () => {
  const { id } = await activeProgramme();
  await edit(id, edited('Taken soon'));
  await approve(id, first);
  await sql`update programme_versions set facts = facts || '{"name": "Not so"}' where programme_id = ${id} and state = 'proposed'`;
  await createProgramme(ctx, importer, programmeFacts({ name: 'Taken soon' }));
  await sql`update programme_versions set facts = facts || '{"name": "Taken soon"}' where programme_id = ${id} and state = 'proposed'`;
  expect((await approve(id, second)).status).toBe(409);
  await expect(approveProgrammeAs(ctx, importer, { id })).rejects.toThrow();
});
