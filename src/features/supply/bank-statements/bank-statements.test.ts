import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as contract from '#contracts/supply/bank-statements.ts';
import * as payouts from '#contracts/supply/payouts.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createSellers, IBAN } from '#tests/support/sellers.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { releaseShares } from '../sellers/shares/release-shares.ts';

const shop = await createTestShop();
const { sql } = shop;
const world = await createSellers(shop);
const { payer, second } = world;
const OTHER_IBAN = 'GB33BUKB20201555555555';
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
let serial = 0;
const today = () => shop.clock.now().toISOString().slice(0, 10);

/** A payout that two people approved. */
async function approved() {
  const { id } = await world.verified();
  await world.payTo(id);
  const cards = await world.onSale(id, 1);
  const buyer = await world.newBuyer();
  await world.buy(
    buyer,
    cards.map((card) => card.id),
  );
  await world.days(17);
  await releaseShares(shop.ctx);
  await world.proposed(id);
  await shop.refresh(second);
  const [open] = await sql<{ id: string; subject: string; cents: string }[]>`
    select id, subject, facts ->> 'amount_cents' as cents from proposals where kind = 'payout.approval' and decision is null`;
  const decision = { proposal_id: open!.id, decision: 'approved' as const, reason: 'Compared' };
  await shop.as(second)(payouts.decidePayout, { params: { id: open!.subject }, body: decision });
  return { id: open!.subject, seller_id: id, cents: Number(open!.cents), reference: `SEPA-2026-${++serial + 1000}` };
}

type Approved = Awaited<ReturnType<typeof approved>>;
type SentAs = { currency: string; sent_units: string };
/** Records what left for it, with 1.50 dollars as its fee. */
async function recordPaid({ id, cents, reference }: Approved, as?: SentAs): Promise<void> {
  await shop.refresh(payer);
  const sent = {
    ...(as ?? { currency: 'USD', sent_units: String(cents) }),
    fee_units: '150',
    reference,
    reason: 'Sent',
  };
  expect((await shop.as(payer)(payouts.recordPayout, { params: { id }, body: sent })).status).toBe(200);
}
async function paid(as?: SentAs): Promise<Approved> {
  const payout = await approved();
  await recordPaid(payout, as);
  return payout;
}

interface Booked {
  cents: number;
  text?: string;
  iban?: string;
  currency?: string;
  sign?: 'DBIT' | 'CRDT';
  on?: string;
  status?: string;
  reference?: string;
}
const dollars = (cents: number) => (cents / 100).toFixed(2);
const booking = ({
  cents,
  text = '',
  iban = '',
  currency = 'USD',
  sign = 'DBIT',
  on,
  status = 'BOOK',
  reference,
}: Booked) => `
  <Ntry><Amt Ccy="${currency}">${dollars(cents)}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts>
  <BookgDt><Dt>${on ?? today()}</Dt></BookgDt><AcctSvcrRef>${reference ?? `BANK${++serial}`}</AcctSvcrRef><NtryDtls><TxDtls>
  <RltdPties><Cdtr><Pty><Nm>Quayside Cards Ltd</Nm></Pty></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const camt = (entries: string, namespace = NAMESPACE) => `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries}
  </Stmt></BkToCstmrStmt></Document>`;

type Query = NonNullable<Parameters<ReturnType<typeof shop.as>>[1]>['query'];
const upload = (file: string | Buffer, query: Query = {}, by = payer) =>
  shop.as(by)(contract.uploadBankStatement, { query, body: Readable.from([Buffer.from(file)]) } as never);
const entriesOf = async (id: string, state?: 'open' | 'matched' | 'explained' | 'credit') =>
  (await shop.as(payer)(contract.getBankStatement, { params: { id }, query: state ? { state } : {} })).body.data;
const bookedOn = async (payout: string) =>
  (await sql<{ booked_on: string | null }[]>`select booked_on from seller_payouts where id = ${payout}`)[0]!.booked_on;
const alerts = async (id: string) =>
  (await shop.as(payer)(listAlerts, { query: { open: '1' } })).body.data.filter(({ subject }) => subject === id);

test('debits are matched by reference, with or without the fee, and by account; what nothing explains is named', async () => {
  const [first, withFee, third] = [await paid(), await paid(), await paid()];
  const answer = await upload(
    camt(
      booking({ cents: first.cents, text: `Payout ${first.reference.toLowerCase()}` }) +
        booking({ cents: withFee.cents + 150, text: withFee.id.replaceAll('-', '') }) +
        booking({ cents: third.cents, iban: IBAN }) +
        booking({ cents: 99_00, text: 'Office rent', iban: OTHER_IBAN }) +
        booking({ cents: 12_00, text: 'Interest', sign: 'CRDT' }) +
        booking({ cents: 77_00, status: 'PDNG' }),
    ),
  );
  expect(answer.status).toBe(201);
  const { id, ...statement } = answer.body.data;
  expect(statement).toMatchObject({
    format: 'camt.053',
    account_hint: 'DE02…2051',
    entries: 5,
    known: 0,
    debits: { matched: 3, explained: 0, open: 1 },
    credits: 1,
  });
  const matched = await entriesOf(id, 'matched');
  expect(matched.map(({ how, payout }) => [how, payout?.id])).toEqual([
    ['reference', first.id],
    ['reference', withFee.id],
    ['iban', third.id],
  ]);
  expect(await bookedOn(first.id)).toBe(today());
  const shown = (await shop.as(payer)(payouts.listPayouts)).body.data.find((each) => each.id === first.id);
  expect(shown?.booked_on).toBe(today());
  expect((await entriesOf(id, 'open')).map(({ text, iban_hint }) => [text, iban_hint])).toEqual([
    ['Office rent', 'GB33…5555'],
  ]);
  expect(await entriesOf(id, 'credit')).toHaveLength(1);
  expect((await alerts(id))[0]?.sentence).toMatch(/^1 debit of a bank statement/);
  const [rent] = await entriesOf(id, 'open');
  expect(
    (await shop.as(payer)(contract.explainEntry, { params: { id: rent!.id }, body: { note: 'Rent' } })).status,
  ).toBe(200);
  expect(await alerts(id)).toEqual([]);
  expect(JSON.stringify(await sql`select to_jsonb(e) from bank_entries e`)).not.toContain(OTHER_IBAN);
});

test('an entry that could be two payouts is left to a person, who may take it back', async () => {
  const [one, two] = [await paid(), await paid()];
  const { body } = await upload(camt(booking({ cents: one.cents, iban: IBAN })));
  const [entry] = await entriesOf(body.data.id, 'open');
  const ids = entry!.candidates.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([one.id, two.id]));
  const match = (payout_id: string, id = entry!.id) =>
    shop.as(payer)(contract.matchEntry, { params: { id }, body: { payout_id } });
  expect((await match(crypto.randomUUID())).status).toBe(422);
  expect((await match(two.id)).body.data).toMatchObject({
    state: 'matched',
    how: 'person',
    decided_by: payer.username,
  });
  expect((await match(one.id)).status).toBe(409);
  const reopen = () =>
    shop.as(payer)(contract.reopenEntry, { params: { id: entry!.id }, body: { reason: 'The other one' } });
  expect((await reopen()).body.data).toMatchObject({ state: 'open', payout: null, decided_by: null });
  expect((await reopen()).status).toBe(409);
  expect(await bookedOn(two.id)).toBeNull();
  expect((await match(one.id)).body.data.payout?.id).toBe(one.id);
  expect((await match(one.id, crypto.randomUUID())).status).toBe(404);
  const again = await upload(camt(booking({ cents: two.cents, text: two.reference })));
  expect(again.body.data.debits).toEqual({ matched: 1, explained: 0, open: 0 });
});

/** Records a payout under this reference. */
async function paidAs(reference: string): Promise<Approved> {
  const payout = { ...(await approved()), reference };
  await recordPaid(payout);
  return payout;
}

test('a reference of four signs, one that stands twice and a day before the proposal are left to a person', async () => {
  const [short, twice, early] = [await paidAs('QX71'), await paid(), await paid()];
  const yesterday = new Date(shop.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  const { body } = await upload(
    camt(
      booking({ cents: short.cents, text: 'Invoice QX71' }) +
        booking({ cents: twice.cents, text: twice.reference }) +
        booking({ cents: twice.cents, text: twice.reference }) +
        booking({ cents: early.cents, text: early.reference, on: yesterday }),
    ),
  );
  expect(body.data).toMatchObject({ first_on: yesterday, last_on: today(), debits: { matched: 0, open: 4 } });
  const longer = await paidAs('QX713');
  const next = await upload(
    camt(
      booking({ cents: longer.cents, text: 'Invoice QX-713' }) +
        booking({ cents: early.cents, text: early.reference }) +
        booking({ cents: short.cents, text: short.id }),
    ),
  );
  expect(next.body.data.debits).toEqual({ matched: 3, explained: 0, open: 0 });
  // Two people choose it for both at the same moment.
  const both = (await entriesOf(body.data.id, 'open')).filter(({ text }) => text === twice.reference);
  await shop.refresh(second);
  const answers = await Promise.all(
    both.map(({ id }, at) =>
      shop.as(at ? second : payer)(contract.matchEntry, { params: { id }, body: { payout_id: twice.id } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('what the reference explains leaves the account of one other payout to one other debit', async () => {
  const [named, other] = [await paid(), await paid()];
  const { body } = await upload(
    camt(
      booking({ cents: named.cents, text: named.reference, iban: IBAN }) + booking({ cents: other.cents, iban: IBAN }),
    ),
  );
  const matched = await entriesOf(body.data.id, 'matched');
  expect(matched.map(({ how, payout }) => [how, payout?.id])).toEqual([
    ['reference', named.id],
    ['iban', other.id],
  ]);
});

test('what a person decides about an entry is logged, and opening it again names it again', async () => {
  const payout = await paid();
  const beside = await upload(camt(booking({ cents: 55_00, text: 'Rent' })));
  const [rent] = await entriesOf(beside.body.data.id);
  await shop.as(payer)(contract.explainEntry, { params: { id: rent!.id }, body: { note: 'Rent' } });
  const { body } = await upload(camt(booking({ cents: payout.cents, text: 'Payout', iban: OTHER_IBAN })));
  const { id } = body.data;
  const params = { id: (await entriesOf(id, 'open'))[0]!.id };
  const reopen = () => shop.as(payer)(contract.reopenEntry, { params, body: { reason: 'Not that' } });
  await shop.as(payer)(contract.matchEntry, { params, body: { payout_id: payout.id } });
  expect([await alerts(id), (await entriesOf(id))[0]!.candidates]).toEqual([[], []]);
  await reopen();
  expect((await entriesOf(beside.body.data.id))[0]).toMatchObject({ state: 'explained', note: 'Rent' });
  expect(await alerts(id)).toHaveLength(1);
  await shop.as(payer)(contract.explainEntry, { params, body: { note: 'Rent' } });
  expect((await entriesOf(id))[0]).toMatchObject({ state: 'explained', note: 'Rent', decided_by: payer.username });
  expect((await reopen()).body.data).toMatchObject({ state: 'open', note: null, how: null, decided_at: null });
  const log = await sql<{ action: string; actor_id: string | null }[]>`
    select action, actor_id from audit_entries where subject = ${id} order by id`;
  expect(log.map(({ action }) => action)).toEqual([
    'bank.imported',
    'bank.matched',
    'bank.reopened',
    'bank.explained',
    'bank.reopened',
  ]);
  expect(new Set(log.map(({ actor_id }) => actor_id))).toEqual(new Set([payer.id]));
  await upload(camt(booking({ cents: payout.cents, text: payout.reference })));
});

test('a person chooses among payouts of the same amount and currency that no entry explains', async () => {
  const [one, dinars] = [await paid(), await paid({ currency: 'KWD', sent_units: '12345' })];
  const entries = booking({ cents: one.cents + 7 }) + booking({ cents: one.cents, sign: 'CRDT' });
  const { body } = await upload(camt(entries + booking({ cents: one.cents, text: 'Payout' })));
  const found = (await entriesOf(body.data.id)).map(({ units, direction, candidates }) => ({
    of: `${direction} ${units}`,
    ids: candidates.map(({ id }) => id),
  }));
  expect(found.find(({ of }) => of === `debit ${one.cents + 7}`)?.ids).toEqual([]);
  expect(found.find(({ of }) => of === `credit ${one.cents}`)?.ids).toEqual([]);
  const ids = found.find(({ of }) => of === `debit ${one.cents}`)?.ids;
  expect([ids?.[0], ids?.includes(dinars.id)]).toEqual([one.id, false]);
  await upload(camt(booking({ cents: one.cents, text: one.reference })));
});

test('two equal lines of a file are two debits, and a later file with three has one more', async () => {
  const line = booking({ cents: 4_20, text: 'Fee', reference: '' });
  expect((await upload(camt(line + line))).body.data).toMatchObject({ entries: 2, known: 0 });
  expect((await upload(camt(line + line + line))).body.data).toMatchObject({ entries: 1, known: 2 });
});

test('a credit is no payout, and another amount or currency matches none', async () => {
  const payout = await paid();
  const { body } = await upload(
    camt(
      booking({ cents: payout.cents, text: payout.reference, sign: 'CRDT' }) +
        booking({ cents: payout.cents + 1, text: payout.reference }) +
        booking({ cents: payout.cents, text: payout.reference, currency: 'EUR' }),
    ),
  );
  expect(body.data.debits.open).toBe(2);
  const [credit] = await entriesOf(body.data.id, 'credit');
  const params = { id: credit!.id };
  const answer = await shop.as(payer)(contract.matchEntry, { params, body: { payout_id: payout.id } });
  expect(answer.status).toBe(409);
  await upload(camt(booking({ cents: payout.cents, text: payout.reference })));
  expect(await bookedOn(payout.id)).toBe(today());
});

test('a payout that is recorded after the statement is matched with what the bank booked, and the alert ends', async () => {
  const payout = await approved();
  const { body } = await upload(camt(booking({ cents: payout.cents, text: payout.reference })));
  const { id } = body.data;
  expect(body.data.debits).toEqual({ matched: 0, explained: 0, open: 1 });
  expect(await alerts(id)).toHaveLength(1);
  await recordPaid(payout);
  await shop.runQueuedJobs();
  expect(await entriesOf(id, 'matched')).toMatchObject([{ how: 'reference', payout: { id: payout.id } }]);
  expect(await bookedOn(payout.id)).toBe(today());
  expect(await alerts(id)).toEqual([]);
  const [audit] = await sql`
    select actor_id, details ->> 'payout_id' as payout from audit_entries
    where action = 'bank.matched' and subject = ${id}`;
  expect(audit).toEqual({ actor_id: null, payout: payout.id });
});

test('what a person explained stays explained, whatever is recorded later', async () => {
  const payout = await approved();
  const { body } = await upload(camt(booking({ cents: payout.cents, text: payout.reference })));
  const [entry] = await entriesOf(body.data.id, 'open');
  await shop.as(payer)(contract.explainEntry, { params: { id: entry!.id }, body: { note: 'Paid twice by mistake' } });
  await recordPaid(payout);
  await shop.runQueuedJobs();
  expect([(await entriesOf(body.data.id))[0]!.state, await bookedOn(payout.id)]).toEqual(['explained', null]);
  const right = await upload(camt(booking({ cents: payout.cents, text: payout.reference })));
  expect(right.body.data.debits).toEqual({ matched: 1, explained: 0, open: 0 });
});

test('what went to another account is no payout, although it carries its reference: at the import, and once it is recorded', async () => {
  const [payout, later] = [await paid(), await approved()];
  const { body } = await upload(
    camt(
      booking({ cents: payout.cents, text: payout.reference, iban: OTHER_IBAN }) +
        booking({ cents: later.cents, text: later.id, iban: OTHER_IBAN }),
    ),
  );
  const { id } = body.data;
  expect(body.data.debits).toEqual({ matched: 0, explained: 0, open: 2 });
  await recordPaid(later);
  await shop.runQueuedJobs();
  expect([await bookedOn(payout.id), await bookedOn(later.id)]).toEqual([null, null]);
  expect(await alerts(id)).toHaveLength(1);
  // What the seller got is found beside it.
  const right = booking({ cents: payout.cents, text: payout.reference, iban: IBAN });
  expect((await upload(camt(right))).body.data.debits).toEqual({ matched: 1, explained: 0, open: 0 });
  expect(await bookedOn(payout.id)).toBe(today());
  for (const { id: entry } of await entriesOf(id, 'open'))
    await shop.as(payer)(contract.explainEntry, { params: { id: entry }, body: { note: 'Reported as theft' } });
  await upload(camt(booking({ cents: later.cents, text: later.reference })));
});

test('amounts have the decimals of their currency, in the statement as at the payout', async () => {
  const [dinars, yen] = [
    await paid({ currency: 'KWD', sent_units: '12345' }),
    await paid({ currency: 'JPY', sent_units: '6800' }),
  ];
  const booked = (amount: string, currency: string, text: string) =>
    booking({ cents: 100, currency, text }).replace('>1.00<', `>${amount}<`);
  const wrong = await upload(camt(booked('6800.50', 'JPY', yen.reference)));
  expect(wrong.body.message).toMatch(/Entry or line 1: this isn't an amount/);
  const right = booked('12.345', 'KWD', dinars.reference) + booked('6800.00', 'JPY', yen.reference);
  const { body } = await upload(camt(right));
  expect(body.data.debits).toEqual({ matched: 2, explained: 0, open: 0 });
  expect((await entriesOf(body.data.id)).map(({ units }) => units).toSorted()).toEqual(['12345', '6800']);
  const year = today().slice(0, 4);
  const history = String((await shop.as(payer)(payouts.exportPayoutHistory, { query: { year } })).body);
  expect(history).toContain('KWD,12.345,0.150,');
  expect(history).toContain('JPY,6800,150,');
});

test('the same file, and entries of an earlier one, are known', async () => {
  const [a, b] = [booking({ cents: 10_00 }), booking({ cents: 20_00 })];
  expect((await upload(camt(a))).status).toBe(201);
  expect((await upload(camt(a))).body.message).toBe('This file is already imported.');
  expect((await upload(`${camt(a)} `)).body.message).toBe('All entries of this file are already imported.');
  expect((await upload(camt(a + b))).body.data).toMatchObject({ entries: 1, known: 1 });
});

test('a collective booking is taken as its transactions', async () => {
  const [one, two] = [await paid(), await paid()];
  const part = ({
    cents,
    reference,
  }: {
    cents: number;
    reference: string;
  }) => `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
    <AmtDtls><TxAmt><Amt Ccy="USD">${dollars(cents)}</Amt></TxAmt></AmtDtls></TxDtls>`;
  const whole = `<Ntry><Amt Ccy="USD">${dollars(one.cents + two.cents)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><DtTm>${today()}T10:00:00Z</DtTm></BookgDt><AcctSvcrRef>BATCH${++serial}</AcctSvcrRef>
    <NtryDtls>${part(one)}${part(two)}</NtryDtls></Ntry>`;
  const { body } = await upload(camt(whole, 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'));
  expect(body.data).toMatchObject({ entries: 2, debits: { matched: 2 } });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
  <Document xmlns="${NAMESPACE}">&b;</Document>`;
test.each<[string, () => string | Buffer, RegExp]>([
  ['has a document type', () => bomb, /document type/],
  [
    'is another message',
    () => camt(booking({ cents: 1 }), 'urn:iso:std:iso:20022:tech:xsd:camt.052.001.08'),
    /isn't a bank statement/,
  ],
  ['is broken off', () => camt(booking({ cents: 1 })).slice(0, -30), /couldn't read/],
  ['uses an entity that nobody declared', () => camt('<Ntry>&x;</Ntry>'), /couldn't read/],
  ['is nested without an end', () => `<Document xmlns="${NAMESPACE}">${'<a>'.repeat(200)}`, /couldn't read/],
  ['has no entries', () => camt(''), /no booked entries/],
  ['has only pending ones', () => camt(booking({ cents: 1, status: 'PDNG' })), /no booked entries/],
  ['has an amount of nothing', () => camt(booking({ cents: 0 })), /Entry or line 1: this isn't an amount/],
  ['has a currency that nobody has', () => camt(booking({ cents: 1, currency: 'QQQ' })), /isn't a currency/],
  ['has a day that no calendar has', () => camt(booking({ cents: 1, on: '2026-02-30' })), /isn't a day/],
  ['has a day to come', () => camt(booking({ cents: 1, on: '2099-01-01' })), /hasn't come yet/],
  ['has too many entries', () => camt('<Ntry></Ntry>'.repeat(5001)), /more than 5,000/],
  ['is no text', () => Buffer.from([0x3c, 0, 1, 2]), /couldn't read/],
  ['is a CSV without a word about its columns', () => 'Date,Amount\n2026-01-01,-1.00\n', /For CSV, enter your account/],
])('a file that %s is refused as a whole', async (_what, file, said) => {
  const [before] = await sql`select count(*) from bank_statements`;
  const { status, body } = await upload(file());
  expect([status, body.message]).toEqual([422, expect.stringMatching(said)]);
  expect((await sql`select count(*) from bank_statements`)[0]).toEqual(before);
});

test('a file above the limit is refused', async () => {
  expect((await upload(Buffer.alloc(contract.STATEMENT_LIMIT_BYTES + 1, ' '))).status).toBe(413);
});

test('a CSV file is read by what somebody says of its columns, which are offered again', async () => {
  const payout = await paid();
  const [year, month, day] = today().split('-');
  const layout = {
    account: 'DE02 1203 0000 0000 2020 51',
    day_column: 'Buchungstag',
    amount_column: 'Betrag',
    currency_column: 'Währung',
    text_column: 'Verwendungszweck',
    name_column: 'Empfänger',
    day_format: 'dotted',
    decimal_mark: 'comma',
  };
  const file = `Kontoauszug;;;;\r\n\r\nBuchungstag;Empfänger;Verwendungszweck;Betrag;Währung\r
${day}.${month}.${year};Quayside;"=HYPERLINK(""x"") ${payout.reference}";-${dollars(payout.cents).replace('.', ',')};USD\r
${day}.${month}.${year};Bank;Entgelt;-1.200,50;EUR\r\nSaldo;;;;\r\n`;
  const { body } = await upload(Buffer.from(file, 'latin1'), layout);
  expect(body.data).toMatchObject({ format: 'csv', entries: 2, debits: { matched: 1, open: 1 } });
  expect((await entriesOf(body.data.id, 'open'))[0]).toMatchObject({
    units: '120050',
    currency: 'EUR',
    text: 'Entgelt',
  });
  const list = (await shop.as(payer)(contract.listBankStatements)).body;
  expect(list.layout).toMatchObject({ day_column: 'Buchungstag', decimal_mark: 'comma' });
  expect(JSON.stringify(list)).not.toContain('DE02120300000000202051');
  expect((await upload(file, { ...layout, amount_column: 'Summe' })).body.message).toMatch(
    /For CSV, enter your account/,
  );
  expect((await upload(`${file} `, { ...layout, decimal_mark: 'point' })).body.message).toMatch(
    /Entry or line 4.*amount/,
  );
  expect((await upload(`${file} `, { ...layout, day_format: 'iso' })).body.message).toMatch(/Entry or line 4.*day/);
});

test('a text that may hold payment-card data is left out', async () => {
  const { body } = await upload(camt(booking({ cents: 5_00, text: 'card 4012888888881881 cvv 123' })));
  expect((await entriesOf(body.data.id))[0]).toMatchObject({ hidden: true, text: '', name: '' });
});

test('only the duty payouts imports and decides, and approvers and auditors read', async () => {
  const file = camt(booking({ cents: 3_00 }));
  expect((await upload(file, {}, world.approver)).status).toBe(403);
  expect((await upload(file, {}, world.importer)).status).toBe(403);
  const { id } = (await upload(file)).body.data;
  const [entry] = await entriesOf(id, 'open');
  const explain = { params: { id: entry!.id }, body: { note: 'A fee' } };
  expect((await shop.as(world.approver)(contract.explainEntry, explain)).status).toBe(403);
  expect((await shop.as(world.approver)(contract.getBankStatement, { params: { id } })).status).toBe(200);
  expect((await shop.as(world.importer)(contract.getBankStatement, { params: { id } })).status).toBe(403);
  expect((await shop.as(null)(contract.listBankStatements)).status).toBe(401);
  const nobody = { params: { id: crypto.randomUUID() } };
  expect((await shop.as(payer)(contract.getBankStatement, nobody)).status).toBe(404);
});
