import { expect, it } from 'vitest';
import * as contract from '#contracts/supply/programme-drafts.ts';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';
import { forgetDrafts } from './forget-drafts.ts';

const shop = await createTestShop();
const { ctx, sql, clock } = shop;
const { programmeFacts, activeProgramme } = await createStaff(shop);
const importers = await Promise.all(
  ['ines', 'ivan'].map(() => shop.createUser({ role: 'admin', duties: ['importer'] })),
);
const [ines, ivan] = importers.map((user) => shop.as(user)) as [ReturnType<typeof shop.as>, ReturnType<typeof shop.as>];

const { adapter_secret: _secret, evidence_ref: _ref, ...whole } = programmeFacts({ name: 'Larchmere Garden' });
const begin = async (facts: contract.DraftFacts) =>
  (await ines(contract.beginProgrammeDraft, { body: facts })).body.data;

it('a draft is begun by one importer, taken up by another, and proposed; then it is gone', async () => {
  const begun = await begin({ name: 'Tarnfell Books', issuer_name: 'Tarnfell Books Ltd' });
  expect(begun).toMatchObject({ revision: 1, begun_by: importers[0]!.username, facts: { name: 'Tarnfell Books' } });
  expect(begun.missing).toContain('code_format');
  expect(begun.missing).not.toContain('name');
  expect(begun.missing).not.toContain('barcode');
  const { id } = begun;
  const { name: _name, ...rest } = whole;
  const saved = await ivan(contract.saveProgrammeDraft, { params: { id }, body: { revision: 1, ...rest } });
  expect(saved.body.data).toMatchObject({ revision: 2, missing: [], saved_by: importers[1]!.username });
  const proposed = await ivan(contract.proposeProgrammeDraft, {
    params: { id },
    body: { revision: 2, evidence_ref: 'contracts/tarnfell.pdf', adapter_secret: null },
  });
  expect(proposed.status).toBe(201);
  const programme = await ines(getProgramme, { params: { id: proposed.body.data.id } });
  expect(programme.body.data).toMatchObject({ name: 'Tarnfell Books', state: 'proposed', proposal: { own: false } });
  expect((await ines(contract.getProgrammeDraft, { params: { id } })).status).toBe(404);
  expect(await sql`select evidence_ref from programmes where id = ${programme.body.data.id}`).toEqual([
    { evidence_ref: 'contracts/tarnfell.pdf' },
  ]);
});

it('an unfinished draft is not proposed and stays', async () => {
  const { id } = await begin({ name: 'Half Done' });
  const answer = await ines(contract.proposeProgrammeDraft, {
    params: { id },
    body: { revision: 1, evidence_ref: '', adapter_secret: null },
  });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toContain('code_format');
  expect((await ines(contract.getProgrammeDraft, { params: { id } })).body.data.facts).toEqual({ name: 'Half Done' });
});

it('whoever read an older revision neither saves over a newer one nor proposes it', async () => {
  const { id } = await begin(whole);
  await ines(contract.saveProgrammeDraft, { params: { id }, body: { revision: 1, level: 'Plus' } });
  const late = await ivan(contract.saveProgrammeDraft, {
    params: { id },
    body: { revision: 1, level: 'Premium' },
  });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining(importers[0]!.username)]);
  const body = { revision: 1, evidence_ref: '', adapter_secret: null };
  expect((await ivan(contract.proposeProgrammeDraft, { params: { id }, body })).status).toBe(409);
  expect(await sql`select from programmes where name = ${whole.name}`).toEqual([]);
  expect((await ivan(contract.getProgrammeDraft, { params: { id } })).body.data.facts.level).toBe('Plus');
});

it('a draft says no more what is cleared', async () => {
  const { id } = await begin({ name: 'Cleared', level: 'Plus' });
  const body = { revision: 1, clear: ['name' as const] };
  const { data } = (await ines(contract.saveProgrammeDraft, { params: { id }, body })).body;
  expect(data.facts).toEqual({ level: 'Plus' });
});

it.each<[string, contract.DraftFacts, string, RegExp]>([
  [
    "a mask in a network's range",
    { network: 'closed_loop', code_format: { code: { kind: 'numeric', length: 16, prefix: '411111' }, pin: null } },
    'code_format',
    /IG-13/,
  ],
  ['a card number', { redemption_text: 'Like 4111 1111 1111 1111' }, 'redemption_text', /IG-0/],
  ['terms with a detour', { terms_url: 'https://user@issuer.example/terms' }, 'terms_url', /./],
  ['face values over 2,000 dollars', { currency: 'USD', face_values_cents: [200_001] }, 'face_values_cents', /2,000/],
  ['a name of another brand', { name: 'Larchmere Gard\u0435n' }, 'name', /./],
])('what a proposal would refuse is refused at once: %s', async (_what, facts, field, text) => {
  await activeProgramme({ name: `Larchmere Garden` }).catch(() => undefined);
  const answer = await ines(contract.beginProgrammeDraft, { body: facts });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveProperty(field);
  expect(answer.body.message).toMatch(text);
});

it('what is wrong with a fact of another step is said where that is given', async () => {
  const { id } = await begin({ country: 'DE', funds: { expire_after_months: 12, dormancy_fee: null } });
  const save = (revision: number, facts: contract.DraftFacts) =>
    ines(contract.saveProgrammeDraft, { params: { id }, body: { revision, ...facts } });
  // It makes the funds wrong (L11), which this step doesn't show.
  expect((await save(1, { country: 'US' })).status).toBe(200);
  const refused = await save(2, { funds: { expire_after_months: 12, dormancy_fee: null } });
  expect(refused.body.errors).toHaveProperty('funds');
});

it('a draft like another programme has its facts, but neither its name nor its key', async () => {
  const { id } = await activeProgramme({ name: 'Quillon Teas', level: 'Premium', redemption_text: 'Say it aloud.' });
  const { data } = (await ines(contract.beginProgrammeDraft, { body: { like: id } })).body;
  expect(data.facts).toMatchObject({
    level: 'Premium',
    redemption_text: 'Say it aloud.',
    face_values_cents: [1000, 2500, 5000],
  });
  expect(data.missing.toSorted()).toEqual(['issuer_public_key', 'name']);
  const nothing = { like: crypto.randomUUID() };
  expect((await ines(contract.beginProgrammeDraft, { body: nothing })).status).toBe(404);
});

it('nobody without the duty reads, begins, saves, discards or proposes a draft', async () => {
  const { id } = await begin({ name: 'Not Yours' });
  const approver = shop.as(await shop.createUser({ role: 'admin', duties: ['approver'] }));
  const params = { id };
  expect((await approver(contract.listProgrammeDrafts)).status).toBe(403);
  expect((await approver(contract.getProgrammeDraft, { params })).status).toBe(403);
  expect((await approver(contract.beginProgrammeDraft, { body: {} })).status).toBe(403);
  expect((await approver(contract.saveProgrammeDraft, { params, body: { revision: 1 } })).status).toBe(403);
  expect((await approver(contract.discardProgrammeDraft, { params })).status).toBe(403);
  const body = { revision: 1, evidence_ref: '', adapter_secret: null };
  expect((await approver(contract.proposeProgrammeDraft, { params, body })).status).toBe(403);
  expect((await shop.as(null)(contract.listProgrammeDrafts)).status).toBe(401);
});

it('a draft is discarded once, and the audit log says whose it was', async () => {
  const { id } = await begin({ name: 'Discarded' });
  expect((await ivan(contract.discardProgrammeDraft, { params: { id } })).status).toBe(204);
  expect((await ivan(contract.discardProgrammeDraft, { params: { id } })).status).toBe(404);
  expect(
    await sql`select actor_id, details ->> 'name' as name, details ->> 'begun_by' as begun_by from audit_entries where subject = ${id}`,
  ).toEqual([{ actor_id: importers[1]!.id, name: 'Discarded', begun_by: importers[0]!.id }]);
});

it('a draft that nobody saved for 90 days is forgotten', async () => {
  const { id } = await begin({ name: 'Old' });
  const left = () => sql`select id from programme_drafts where id = ${id}`;
  const saved = (days: number) =>
    sql`update programme_drafts set saved_at = ${new Date(clock.now().getTime() - days * DAY_MS)} where id = ${id}`;
  await saved(89);
  await forgetDrafts(ctx);
  expect(await left()).toEqual([{ id }]);
  await saved(91);
  await forgetDrafts(ctx);
  expect(await left()).toEqual([]);
});

it('there are at most a hundred drafts', async () => {
  await sql`
    insert into programme_drafts (facts, begun_by, saved_by, saved_at)
    select '{}', ${importers[0]!.id}, ${importers[0]!.id}, ${clock.now()} from generate_series(1, 100)`;
  expect((await ines(contract.beginProgrammeDraft, { body: {} })).status).toBe(409);
});
