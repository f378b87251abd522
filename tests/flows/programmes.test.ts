import { expect, it } from 'vitest';
import { cardOptions } from '#contracts/shop/cards.ts';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import * as contract from '#contracts/supply/programmes.ts';
import { approveProgrammeAs } from '#features/demo/people/approve-as.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import { fingerprintEnd } from '#features/supply/programmes/facts/key-fingerprint.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, approver, second, programmeFacts, setReference, onSale } = await createStaff(shop);

const numeric = (prefix: string, length = 16) => ({ code: { kind: 'numeric' as const, length, prefix }, pin: null });

it('a programme is proposed by an importer and active once two approvers agreed, all three in the audit log', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts({ code_format: numeric('707412') }));
  expect(await sql`select state, prefix from programmes where id = ${id}`).toEqual([
    { state: 'proposed', prefix: '707412' },
  ]);
  await approveProgrammeAs(ctx, second, { id });
  expect(await sql`select state from programmes where id = ${id}`).toEqual([{ state: 'proposed' }]);
  expect((await refusal(approveProgrammeAs(ctx, second, { id }))).message).toMatch(/second person/);
  await approveProgrammeAs(ctx, approver, { id });
  expect(await sql`select state from programmes where id = ${id}`).toEqual([{ state: 'active' }]);
  expect(
    await sql`
    select actor_id, action from audit_entries
    where subject in (${id}, (select id::text from proposals where subject = ${id})) order by id`,
  ).toEqual([
    { actor_id: importer.user.id, action: 'programme.proposed' },
    { actor_id: importer.user.id, action: 'proposal.opened' },
    { actor_id: second.user.id, action: 'proposal.approved_first' },
    { actor_id: approver.user.id, action: 'proposal.approved' },
    { actor_id: approver.user.id, action: 'programme.approved' },
  ]);
});

it('a programme is refused while no two sources tell the dollar rate of its currency', async () => {
  const facts = programmeFacts({ currency: 'JPY', face_values_cents: [1_000_000] });
  const error = await refusal(createProgramme(ctx, importer, facts));
  expect([error.code, error.message]).toEqual(['conflict', expect.stringMatching(/no current dollar rate for JPY/)]);
  await setReference('JPY', 0.0064);
  await createProgramme(ctx, importer, facts);
});

it.each<[string, Partial<NewProgramme>, string, RegExp]>([
  ["a prefix in a network's range", { code_format: numeric('411111') }, 'code_format', /IG-13/],
  ['a prefix that holds a range', { code_format: numeric('637') }, 'code_format', /IG-13/],
  [
    'a PIN of three digits',
    { code_format: { ...numeric('707412'), pin: { kind: 'numeric', length: 3 } } },
    'code_format',
    /IG-14/,
  ],
  ['an open-loop number', { network: 'open_loop', code_format: numeric('707412') }, 'code_format', /IG-23/],
  ['words of the stolen-card trade', { redemption_text: 'Fresh CVV base' }, 'redemption_text', /IG-17/],
  ['a card number in its text', { expiry_policy: 'Like 4111 1111 1111 1111' }, 'expiry_policy', /IG-02/],
  ['a card number for a reference', { registration_ref: '4012888888881881' }, 'registration_ref', /IG-01/],
  [
    'a card number in its terms link',
    { terms_url: 'https://issuer.example/4012888888881881/cvv/123' },
    'terms_url',
    /IG-0[26]/,
  ],
  [
    'a card number in its claim link',
    {
      code_format: {
        code: { kind: 'link', host: 'c.issuer.example', path: '/4012888888881881/', length: 24, alphabet: 'ABCDEFGH' },
      },
    },
    'code_format',
    /IG-13/,
  ],
  ['a card number in its name', { name: 'Spaced 4012 - 8888 - 8888 - 1881' }, 'name', /IG-02/],
  ['a face value over 2,000 dollars', { currency: 'USD', face_values_cents: [200_001] }, 'face_values_cents', /2,000/],
  [
    'funds that end before five years in the US',
    { country: 'US', funds: { expire_after_months: 59, dormancy_fee: null } },
    'funds',
    /L11.*60 months/,
  ],
  [
    'a fee within a year of the last use in the US',
    { country: 'US', funds: { expire_after_months: null, dormancy_fee: { cents: 500, after_months: 11 } } },
    'funds',
    /L11.*12 months/,
  ],
  [
    'a fee of nothing',
    { funds: { expire_after_months: null, dormancy_fee: { cents: 0, after_months: 24 } } },
    'funds',
    /./,
  ],
  ['one that is over 2,000 dollars by its rate', { face_values_cents: [250_000] }, 'face_values_cents', /2,000/],
])('a programme with %s is refused', async (_what, changes, field, message) => {
  const error = await refusal(createProgramme(ctx, importer, programmeFacts(changes)));
  expect(error.code).toBe('invalid');
  expect(error.message).toMatch(message);
  expect(error.errors).toHaveProperty(field);
});

it.each<[string, Partial<NewProgramme>]>([
  ['without a terms link', { terms_url: '' }],
  ['with a terms link that is not https', { terms_url: 'http://issuer.example/terms' }],
  ['without face values', { face_values_cents: [] }],
  ['with half a public key', { issuer_public_key: Buffer.alloc(16).toString('base64') }],
  ['with a pattern in place of a mask', { code_format: { code: { kind: 'regex', pattern: '.*' } } as never }],
])('a programme %s is refused', async (_what, changes) => {
  await expect(createProgramme(ctx, importer, programmeFacts(changes))).rejects.toThrow();
});

it('a name that is taken is refused', async () => {
  const facts = programmeFacts();
  await createProgramme(ctx, importer, facts);
  expect((await refusal(createProgramme(ctx, importer, facts))).errors).toHaveProperty('name');
});

it('nobody without the duty may propose or approve, and nobody holds both', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  expect((await refusal(createProgramme(ctx, approver, programmeFacts()))).code).toBe('forbidden');
  expect((await refusal(approveProgrammeAs(ctx, importer, { id }))).code).toBe('forbidden');
  await expect(shop.createUser({ role: 'admin', duties: ['importer', 'approver'] })).rejects.toThrow(
    /users_import_or_approve/,
  );
  const buyer = { ...importer, user: { ...importer.user, role: 'buyer' as const } };
  expect((await refusal(createProgramme(ctx, buyer, programmeFacts()))).code).toBe('forbidden');
});

it('an approver who types another fingerprint approves nothing, and a rejected programme leaves its name free', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const proposal_id = row!.id;
  const tokens = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const send = (fingerprint_end: string) =>
    shop.as(tokens)(contract.approveProgramme, {
      params: { id },
      body: { proposal_id, fingerprint_end, reason: 'As in the contract' },
    });
  expect((await send('00000000')).body.errors).toHaveProperty('fingerprint_end');
  expect((await send('1234')).body.errors).toHaveProperty('fingerprint_end');
  const right = fingerprintEnd(Buffer.from(programmeFacts().issuer_public_key, 'base64'));
  expect((await send(right.toUpperCase())).body.data.proposal).toMatchObject({
    approved_by: [tokens.username],
    approvals_needed: 2,
  });
  const shown = (await shop.as(tokens)(contract.getProgramme, { params: { id } })).body.data;
  expect(shown).toMatchObject({ state: 'proposed', code_mask: 'XXXXX-XXXXX-XXXXX', pin_mask: '######' });
  expect(JSON.stringify(shown)).not.toContain(right);
  const reject = (user: { token: string }) =>
    shop.as(user)(contract.rejectProgramme, { params: { id }, body: { proposal_id, reason: 'No such contract' } });
  expect((await reject(await shop.createUser({ role: 'admin', duties: ['importer'] }))).status).toBe(403);
  expect((await reject(tokens)).body.data).toMatchObject({ state: 'rejected', proposal: null });
  expect((await send(right)).status).toBe(409);
  await createProgramme(ctx, importer, programmeFacts({ name: shown.name }));
});

it('an approved programme is not approved again, nor one that is not there', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  await approveProgrammeAs(ctx, second, { id });
  await approveProgrammeAs(ctx, approver, { id });
  expect((await refusal(approveProgrammeAs(ctx, approver, { id }))).code).toBe('conflict');
  expect((await refusal(approveProgrammeAs(ctx, approver, { id: crypto.randomUUID() }))).code).toBe('not_found');
});

it('the database itself refuses a programme that nobody else approved, whose approval was rejected too', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  const activate = () => sql`update programmes set state = 'active' where id = ${id}`;
  await expect(activate()).rejects.toThrow(/was not approved by somebody else/);
  await sql`
    update proposals set decision = 'rejected', decider_id = ${approver.user.id}, decided_at = now() where subject = ${id}`;
  await expect(activate()).rejects.toThrow(/can't be active after rejected/);
});

it('a programme says when its funds end and what it charges for unused ones, to its approvers and to buyers', async () => {
  const funds = { expire_after_months: 60, dormancy_fee: { cents: 250, after_months: 12 } };
  const { id } = await createProgramme(ctx, importer, programmeFacts({ country: 'US', funds }));
  const judge = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect((await shop.as(judge)(contract.getProgramme, { params: { id } })).body.data.funds).toEqual(funds);
  const abroad = { expire_after_months: 12, dormancy_fee: { cents: 500, after_months: 6 } };
  const { programme_id } = await onSale([{ code: codeNumber(31) }], { programme: { funds: abroad } });
  const buyer = await shop.createUser();
  const { programmes } = (await shop.as(buyer)(cardOptions)).body.data;
  expect(programmes.find(({ value }) => value === programme_id)?.funds).toEqual(abroad);
});

it('the database refuses funds of a US programme that end too early, whoever writes them', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts({ country: 'US' }));
  const write = (funds: object) => sql`update programmes set funds = ${sql.json(funds as never)} where id = ${id}`;
  await expect(write({ expire_after_months: 59, dormancy_fee: null })).rejects.toThrow(/programmes_funds_us/);
  const early = { expire_after_months: null, dormancy_fee: { cents: 1, after_months: 11 } };
  await expect(write(early)).rejects.toThrow(/programmes_funds_us/);
});
