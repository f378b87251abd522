import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Call, CallInput } from '#contracts/call.ts';
import { releasePayment } from '#contracts/coins/holds.ts';
import { faqEditor, newsEditor, noticeEditor } from '#contracts/content/content.ts';
import { changeProfile } from '#contracts/identity/account.ts';
import { forgotPassword, login, register } from '#contracts/identity/auth.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import { listCards } from '#contracts/shop/cards.ts';
import { placeOrder } from '#contracts/shop/orders.ts';
import { textFieldsOf } from '#contracts/surface.ts';
import { refuseText } from '#features/oversight/import-guard/refuse-text.ts';
import { refuseCardData } from '#platform/http/refuse-card-data.ts';
import { createTestShop, password } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const PAN = '4012888888881881';
const everyCall = Object.entries({ ...calls, ...demoCalls });
const parts = ['params', 'query', 'body'] as const;
const fields = everyCall.flatMap(([name, call]) =>
  parts.flatMap((part) =>
    call[part] ? textFieldsOf(call[part]).map((field) => ({ ...field, name, call, part })) : [],
  ),
);

test('every string of every call declares the surface it is scanned on', () => {
  const undeclared = fields.filter(({ surface }) => surface === undefined);
  expect(undeclared.map(({ name, part, path }) => `${name} ${part}.${path.join('.')}`)).toEqual([]);
});

test('only secrets, look-ups and closed formats go without a scan', () => {
  const unscanned = fields.filter(({ surface }) => surface === 'unstored' || surface === 'shaped');
  const names = unscanned.map(({ path, surface }) => `${surface} ${path.findLast((step) => step !== '*')}`);
  expect([...new Set(names)].sort()).toEqual([
    'shaped accent_dark',
    'shaped accent_light',
    'shaped action',
    'shaped alphabet',
    'shaped amount_units',
    'shaped category',
    'shaped color_from',
    'shaped color_to',
    'shaped columns',
    'shaped country',
    'shaped currency',
    'shaped fee_units',
    'shaped fingerprint_end',
    'shaped issuer_country',
    'shaped keys',
    'shaped kind',
    'shaped locale',
    'shaped locales',
    'shaped month',
    'shaped motif',
    'shaped number',
    'shaped other_countries',
    'shaped period',
    'shaped prefix',
    'shaped quarter',
    'shaped sent_units',
    'shaped slug',
    'shaped tax_key',
    'shaped time_zone',
    'shaped year',
    'unstored account',
    'unstored adapter_secret',
    // Kept sealed, and only where its checksum says that it is an account or a coin address.
    'unstored address',
    'unstored attestationObject',
    // The address and keys of a browser that gets push notifications are stored sealed.
    'unstored auth',
    'unstored authenticatorAttachment',
    'unstored authenticatorData',
    'unstored category',
    'unstored channel_name',
    'unstored clientDataJSON',
    'unstored clientExtensionResults',
    'unstored code',
    'unstored current_password',
    'unstored cursor',
    'unstored device',
    'unstored endpoint',
    'unstored link_host',
    'unstored otp',
    'unstored p256dh',
    'unstored password',
    'unstored prefix',
    // Looked up in the prefix directory, where a card number is answered like any other that isn't ours.
    'unstored q',
    'unstored rawId',
    'unstored secret',
    'unstored signature',
    'unstored slug',
    'unstored socket_id',
    // Stored only where its checksum says that it is an address or an extended public key.
    'unstored source',
    // Compared with the shop's own questions and forgotten.
    'unstored text',
    'unstored ticket',
    'unstored token',
    'unstored url',
    'unstored userHandle',
    'unstored username',
  ]);
});

const scanned = fields.filter(({ surface }) => surface !== 'unstored' && surface !== 'shaped');

/** A value with one text at a path; `*` is the only entry of an array. */
const valueWith = (path: readonly string[], text: string): unknown =>
  path.reduceRight<unknown>((value, step) => (step === '*' ? [value] : { [step]: value }), text);

test.each(scanned.map((field) => [`${field.name} ${field.part}.${field.path.join('.')}`, field] as const))(
  '%s refuses a card number and names the field and the rule, not the number',
  (_title, { call, part, path }) => {
    const input = { params: {}, query: {}, body: {}, [part]: valueWith(path, `x ${PAN}`) };
    const refusal = () => refuseCardData(call, input, refuseText);
    expect(refusal).toThrow(
      expect.objectContaining({
        code: 'invalid',
        errors: { [path[0]!]: [expect.objectContaining({ values: expect.objectContaining({ rule: 'IG-02' }) })] },
      }),
    );
    expect(refusal).not.toThrow(PAN);
  },
);

describe('through the API', async () => {
  const shop = await createTestShop();
  const buyer = await shop.createUser({ balance_cents: 1000 });
  const admin = await shop.createUser({ role: 'admin', duties: ['support', 'publisher', 'approver'] });
  const anyId = '01900000-0000-7000-8000-000000000000';
  const account = { username: 'jane.doe', email: 'jane.doe@example.com', password, terms: true };
  const fullz = `US card numbers live: ${PAN}|12|2029|123 fullz`;

  interface Attempt {
    call: Call;
    by: { token: string } | null;
    input: CallInput<Call>;
    field: string;
  }
  const attempts: [string, Attempt][] = [
    ['a username', { call: register, by: null, input: { body: { ...account, username: PAN } }, field: 'username' }],
    [
      'the local part of an e-mail address',
      { call: register, by: null, input: { body: { ...account, email: `${PAN}.x@example.com` } }, field: 'email' },
    ],
    ['the name at sign-in', { call: login, by: null, input: { body: { username: PAN, password } }, field: 'username' }],
    ['the name for a reset', { call: forgotPassword, by: null, input: { body: { username: PAN } }, field: 'username' }],
    [
      'a display name',
      { call: changeProfile, by: buyer, input: { body: { display_name: `Jane ${PAN}` } }, field: 'display_name' },
    ],
    ['a search', { call: listCards, by: buyer, input: { query: { q: PAN } }, field: 'q' }],
    [
      'the news',
      { call: newsEditor.writeText, by: admin, input: { body: { title: 'New', content: fullz } }, field: 'content' },
    ],
    [
      'an answer of the FAQ',
      {
        call: faqEditor.writeText,
        by: admin,
        input: { body: { topic: 'Cards', question: 'Which?', answer: `;${PAN}=29121010000012300000?` } },
        field: 'answer',
      },
    ],
    [
      'a notice',
      {
        call: noticeEditor.writeText,
        by: admin,
        input: { body: { title: PAN, content: 'Read this.' } },
        field: 'title',
      },
    ],
    [
      'the reason of a release',
      {
        call: releasePayment,
        by: admin,
        input: { params: { id: anyId }, body: { reason: `card ${PAN} 12/28 cvv 123 ok` } },
        field: 'reason',
      },
    ],
  ];

  test.each(attempts)('%s with a card number is refused', async (_title, { call, by, input, field }) => {
    const { status, body } = await shop.as(by)(call, input);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect(body.message).toMatch(
      /^Not allowed here: .+ \(IG-0\d\)\. (Remove it and try again|If it isn't a card number, .+)\.$/,
    );
    expect(JSON.stringify(body)).not.toContain(PAN);
  });

  test('an idempotency key may be anything, since neither it nor its length is stored or logged', async () => {
    const buys = await shop.createUser({ balance_cents: 5000 });
    const [card] = await addCards(shop);
    const order = { body: { ids: [card!.id] }, idempotencyKey: PAN };
    shop.logged.length = 0;
    const [first, again] = [await shop.as(buys)(placeOrder, order), await shop.as(buys)(placeOrder, order)];
    expect([first.status, again.body]).toEqual([201, first.body]);
    const stored = await shop.ctx.sql<{ key: string }[]>`select key from idempotency_keys where user_id = ${buys.id}`;
    expect(stored).toEqual([{ key: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(JSON.stringify([stored, shop.logged])).not.toContain(PAN);
  });

  test.each([PAN, '4012*8888*8888*1881', '4012x8888x8888x1881', '4012.8888.8888.1881', '4012 - 8888 - 8888 - 1881'])(
    'the card number %s in a user agent is stored as its length',
    async (written) => {
      const { id, username } = await shop.createUser();
      const { status } = await shop.request(login, {
        body: { username, password },
        headers: { 'user-agent': `Chrome/126.0.0.0 Safari/537.36 ${written} end` },
      });
      expect(status).toBe(200);
      const stored = await shop.ctx.sql<{ user_agent: string }[]>`
      select user_agent from sessions where user_id = ${id} and user_agent <> '' union all
      select user_agent from devices where user_id = ${id} and user_agent <> ''`;
      expect(stored).toHaveLength(2);
      for (const { user_agent } of stored)
        expect(user_agent).toMatch(/^Chrome\/126\.0\.0\.0 Safari\/.*\[\d+ digits\] end$/);
      expect(JSON.stringify(stored)).not.toContain('8888');
    },
  );

  test.each([
    `/api/nothing/${PAN}`,
    `/${PAN}`,
    '/4012-8888-8888-1881',
    '/4012*8888*8888*1881',
    '/%34%30%31288888888%31881',
    '/of%2012%20words%20nobody%20knows',
  ])('the address %s, which nothing has, is not logged', async (path) => {
    shop.logged.length = 0;
    await shop.app.request(`http://localhost${path}`);
    expect(shop.logged.join('')).toContain('"status":404');
    expect(shop.logged.join('')).not.toMatch(/8888|words/);
  });

  test.each([
    '4012-8888-8888-1881',
    '4012*8888*8888*1881',
    '4012x8888x8888x1881',
    '4012+8888:8888,1881',
    '4012ー8888ー8888ー1881',
  ])('the card number %s in an address that is refused is logged as its length', async (number) => {
    shop.logged.length = 0;
    await shop.app.request(`http://localhost/api/check/${number}`);
    expect(shop.logged.join('')).toContain('[16 digits]');
    expect(shop.logged.join('')).not.toMatch(/8888/);
  });
});

test.each([
  ['news', newsEditor.writeText, { title: '4012 8888', content: '8888 1881' }],
  ['a profile', changeProfile, { display_name: '4012 8888 8888', time_zone: '1881' }],
])('a number that goes on from one field of %s to the next is found', (_what, call, body) => {
  const asked: unknown[] = [];
  const scan: typeof refuseText = (text, surface, how) => {
    const refusal = refuseText(text, surface);
    if (refusal) asked.push(how);
    return refusal;
  };
  const refusal = () => refuseCardData(call as Call, { params: {}, query: {}, body }, scan);
  if ((call as Call).holds) expect(refusal).not.toThrow();
  else expect(refusal).toThrow(expect.objectContaining({ code: 'invalid' }));
  expect(asked).toHaveLength(1);
});

test('a command with a card number among its arguments ends before it starts', async () => {
  const run = promisify(execFile)(process.execPath, ['src/cli.ts', 'user', 'add', PAN, 'jane@example.com']);
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr:
      "Argument 2: Not allowed here: A payment-card number inside the text (IG-02). If it isn't a card number, give only its last four digits.\n",
  });
});
