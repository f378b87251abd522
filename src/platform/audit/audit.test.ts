import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { createManualClock } from '#platform/clock.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { anchorAudit } from './anchor-audit.ts';
import { anchorFileOf } from './anchor-file.ts';
import { appendAudit } from './append-audit.ts';
import { type AuditKey, type Entry, linkHash, unkeyedHash } from './link-hash.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';
import { verifyChain } from './verify-chain.ts';

const { sql } = await createTestDatabase();
const key = vaultOf(randomBytes(32));
const dir = await mkdtemp(join(tmpdir(), 'facevalue-audit-'));
afterAll(() => rm(dir, { recursive: true }));
const file = anchorFileOf(dir);
const clock = createManualClock(new Date());

const append = (subject: string) =>
  appendAudit(sql, { actor_id: null, action: 'test.happened', subject, details: { n: 1, b: true, a: 'x' } });
const anchor = (when: 'due' | 'now' | 'renew' = 'now') => anchorAudit({ sql, key, file, clock }, when);
const verify = () => verifyAudit({ sql, key, file });
const lines = async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1);
const writeLines = (kept: string[]) => writeFile(file, kept.map((line) => `${line}\n`).join(''));

type Tamper = Parameters<Parameters<typeof sql.begin>[1]>[0];

/** Changes the log as an attacker would who gets past the append-only triggers. */
const tamper = (work: (tx: Tamper) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx);
  });

/** Lays the whole chain again. */
async function layChain(hash: (previous: Uint8Array, position: number, entry: Entry) => Buffer): Promise<void> {
  const entries = await sql<Entry[]>`
    select e.id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details
    from audit_entries e order by e.id`;
  let link: Uint8Array = new Uint8Array(32);
  const chain = entries.map((entry, index) => {
    link = hash(link, index + 1, entry);
    return { position: index + 1, entry_id: entry.id, link };
  });
  await tamper(async (tx) => {
    await tx`delete from audit_chain`;
    await tx`insert into audit_chain ${tx(chain)}`;
  });
}

/** Removes the newest entries and their links. */
const cut = (count: number) =>
  tamper(async (tx) => {
    const gone = await tx<{ entry_id: number }[]>`
      delete from audit_chain where position > (select max(position) from audit_chain) - ${count} returning entry_id`;
    await tx`delete from audit_entries where id = any(${gone.map(({ entry_id }) => entry_id)})`;
  });

async function clear(): Promise<void> {
  await rm(file, { force: true });
  await tamper(async (tx) => {
    await tx`delete from audit_chain`;
    await tx`delete from audit_entries`;
  });
}

beforeEach(async () => {
  await clear();
  for (const subject of ['one', 'two', 'three']) await append(subject);
});

describe('the chain', () => {
  test('holds if nobody touched it, sealed at once or bit by bit', async () => {
    expect(await sealAudit(sql, key)).toBe(3);
    await append('four');
    expect(await sealAudit(sql, key)).toBe(1);
    expect(await verifyChain(sql, key)).toEqual({ entries: 4, unkeyed: 0, problems: [] });
  });

  test('has each entry once after two sealers worked at once', async () => {
    const counts = await Promise.all([sealAudit(sql, key), sealAudit(sql, key), sealAudit(sql, key)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect((await verifyChain(sql, key)).problems).toEqual([]);
  });

  test('has an entry of a transaction that commits late after the others', async () => {
    await sealAudit(sql, key);
    const late = await sql.reserve();
    await late`begin`;
    await late`insert into audit_entries (action, subject) values ('test.happened', 'late')`;
    await append('early');
    await sealAudit(sql, key);
    await late`commit`;
    late.release();
    expect(await sealAudit(sql, key)).toBe(1);
    expect((await verifyChain(sql, key)).problems).toEqual([]);
  });

  test.for([
    ['a changed entry', "update audit_entries set details = '{\"n\": 2}' where subject = 'two'", [/entry \d+ differs/]],
    [
      'a changed time',
      "update audit_entries set at = at + interval '1 microsecond' where subject = 'two'",
      [/entry \d+ differs/],
    ],
    ['a removed entry', "delete from audit_entries where subject = 'two'", [/entry \d+ is gone/]],
    ['removed links', 'delete from audit_chain where position < 3', [/positions 1 to 2 of the chain are missing/]],
    ['a removed link', 'delete from audit_chain where position = 2', [/position 2 of the chain is missing/]],
    [
      'an entry removed with its link',
      "with e as (delete from audit_entries where subject = 'two' returning id) delete from audit_chain where entry_id in (select id from e)",
      [/position 2 of the chain is missing/],
    ],
    [
      'a changed link',
      "update audit_chain set link = sha256('x') where position = 2",
      [/differs from its link at position 2/, /differs from its link at position 3/],
    ],
    [
      'swapped subjects',
      "update audit_entries set subject = case subject when 'one' then 'two' when 'two' then 'one' else subject end",
      [/differs from its link at position 1/, /differs from its link at position 2/],
    ],
    [
      'swapped places',
      'update audit_chain c set entry_id = o.entry_id from audit_chain o where c.position + o.position = 5 and c.position in (2, 3)',
      [/differs from its link at position 2/, /differs from its link at position 3/],
    ],
  ] as const)('shows %s', async ([, statement, expected]) => {
    await sealAudit(sql, key);
    await tamper(async (tx) => {
      await tx.unsafe('alter table audit_chain drop constraint audit_chain_entry_id_key');
      await tx.unsafe(statement);
    });
    const { problems } = await verifyChain(sql, key);
    await sql`alter table audit_chain add constraint audit_chain_entry_id_key unique (entry_id)`;
    expect(problems).toHaveLength(expected.length);
    for (const [index, problem] of expected.entries()) expect(problems[index]).toMatch(problem);
  });

  test('refuses change, removal and truncation', async () => {
    await expect(sql`update audit_entries set subject = 'x'`).rejects.toThrow('append-only');
    await expect(sql`delete from audit_entries`).rejects.toThrow('append-only');
    await sealAudit(sql, key);
    await expect(sql`update audit_chain set position = position + 10`).rejects.toThrow('append-only');
    await expect(sql`truncate audit_chain`).rejects.toThrow('append-only');
  });

  test('shows an old entry that was never chained', async () => {
    const insert = (id: number, at: string) =>
      sql`
        insert into audit_entries (id, action, at) overriding system value
        values (${id}, 'test.happened', now() - ${at}::interval)`;
    await insert(1_000_000, '0');
    await sealAudit(sql, key);
    await insert(-1, '10 seconds');
    expect((await verifyChain(sql, key)).problems).toEqual([]);
    await insert(-2, '2 minutes');
    expect((await verifyChain(sql, key)).problems).toEqual(['entry -2 was never chained']);
  });

  test('holds over many pages', async () => {
    await sql`insert into audit_entries (action) select 'test.happened' from generate_series(1, 5000)`;
    expect(await verifyChain(sql, key)).toMatchObject({ entries: 5_003, problems: [] });
    await tamper((tx) => tx`update audit_entries set subject = 'x' where id = (select max(id) from audit_entries)`);
    expect((await verifyChain(sql, key)).problems).toEqual([expect.stringMatching('link at position 5003')]);
  });

  test('shows a link without the key after one with it, even without an anchor', async () => {
    await sealAudit(sql, key);
    await layChain((...link) => (link[1] === 1 ? linkHash(key, ...link) : unkeyedHash(...link)));
    expect((await verifyChain(sql, key)).problems).toEqual([
      expect.stringMatching('at position 2 was made without the key'),
      expect.stringMatching('at position 3 was made without the key'),
    ]);
  });

  test('does not hold with another master key', async () => {
    await sealAudit(sql, key);
    expect((await verifyChain(sql, vaultOf(randomBytes(32)))).problems).toHaveLength(3);
  });

  test('names the first 20 problems and counts the rest', async () => {
    for (let n = 0; n < 22; n++) await append('more');
    await sealAudit(sql, key);
    await layChain((...link) => linkHash(vaultOf(randomBytes(32)), ...link));
    const { problems } = await verifyChain(sql, key);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 5 more');
  });
});

describe('anchors', () => {
  beforeEach(async () => {
    await anchor('due');
    await append('four');
    await append('five');
  });

  test('hold while nobody touched the log, in a file for its owner only', async () => {
    await anchor();
    expect(await verify()).toEqual({ entries: 7, anchors: 2, problems: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('are written once an hour while something happens, by one of many processes', async () => {
    expect(await anchor('due')).toBeUndefined();
    clock.advance(HOUR_MS);
    const written = await Promise.all([anchor('due'), anchor('due'), anchor('due')]);
    expect(written.filter(Boolean)).toHaveLength(1);
    clock.advance(HOUR_MS);
    expect(await anchor('due')).toBeUndefined();
    expect(await lines()).toHaveLength(2);
    expect((await verify()).problems).toEqual([]);
  });

  test('show that the newest ten entries were removed, up to the last anchor', async () => {
    for (let n = 0; n < 10; n++) await append('more');
    await sealAudit(sql, key);
    await cut(10);
    expect((await verify()).problems).toEqual([]);
    for (let n = 0; n < 10; n++) await append('more');
    await anchor();
    await cut(10);
    expect((await verify()).problems).toEqual([
      expect.stringMatching(/^anchor 2 of .* names position 16, but the chain ends at 7: newer entries were removed/),
    ]);
  });

  test('show an older database that was restored and went on, until the operator renews', async () => {
    await anchor();
    await cut(3);
    await append('another');
    await append('other');
    await append('way');
    await anchor();
    const { problems } = await verify();
    expect(problems).toContainEqual(
      expect.stringMatching(/^anchor 2 of .*: the link at position 6 was changed since$/),
    );
    await anchor('renew');
    expect(await verify()).toMatchObject({ anchors: 1, problems: [] });
  });

  test.for([
    ['without the key', () => unkeyedHash, /made without the key$/],
    ['with a wrong key', () => wrongKey, /differs from its link at position \d+$/],
  ] as const)('a chain rewritten %s does not hold', async ([, hash, problem]) => {
    await anchor();
    await tamper((tx) => tx`update audit_entries set actor_id = uuidv7() where subject = 'two'`);
    await layChain(hash());
    const { problems } = await verify();
    expect(problems).toHaveLength(9);
    for (const found of problems.slice(0, 7)) expect(found).toMatch(problem);
    for (const found of problems.slice(7)) expect(found).toMatch(/^anchor \d .* was changed since$/);
  });

  test('show a chain that was rewritten with the right key', async () => {
    await anchor();
    await tamper((tx) => tx`update audit_entries set subject = 'zwei' where subject = 'two'`);
    await layChain((...link) => linkHash(key, ...link));
    const { problems } = await verify();
    expect(problems).toHaveLength(2);
    for (const found of problems) expect(found).toMatch(/^anchor \d of .* was changed since$/);
  });

  const changed = (line: string) => line.replace(/"position":\d+/, '"position":1');
  const isChanged = (line: number) => expect.stringMatching(`^line ${line} of the anchor file was changed$`);
  const isCutOff = (number: number) => expect.stringMatching(`^anchor ${number}, which the audit log records, is not`);
  const hasGap = expect.stringMatching(/^anchor 3 doesn't follow anchor 1/);
  test.for<[string, (all: string[]) => string[], string[]]>([
    ['an edited line', (all) => all.with(1, changed(all[1]!)), [isChanged(2)]],
    ['an edited last line', (all) => all.with(3, changed(all[3]!)), [isChanged(4)]],
    ['a line with a shorter MAC', (all) => all.with(1, all[1]!.replace(/..("\})$/, '$1')), [isChanged(2)]],
    ['a line of another text', (all) => all.with(1, 'nothing'), [isChanged(2)]],
    ['a line removed in the middle', (all) => all.toSpliced(1, 1), [hasGap]],
    [
      'swapped lines',
      (all) => [all[0]!, all[2]!, all[1]!, all[3]!],
      [hasGap, expect.stringMatching("^anchor 2 doesn't"), expect.stringMatching("^anchor 4 doesn't")],
    ],
    [
      'a file without its beginning',
      (all) => all.slice(1),
      [expect.stringMatching(/^the anchor file begins with anchor 2/)],
    ],
    ['a file without its end', (all) => all.slice(0, 3), [isCutOff(4)]],
    ['an empty file', () => [], [isCutOff(1), isCutOff(2), isCutOff(3), isCutOff(4)]],
  ])('%s is named', async ([, change, problems]) => {
    for (const subject of ['x', 'y', 'z']) {
      await append(subject);
      await anchor();
    }
    await writeLines(change(await lines()));
    expect((await verify()).problems).toEqual(problems);
  });

  test('a removed file is named, and no new one hides that until the operator renews', async () => {
    await rm(file);
    expect((await verify()).problems[0]).toMatch(/^there is no anchor file/);
    await expect(anchor()).rejects.toThrow(/lacks anchor 1, .* facevalue audit renew/);
    await anchor('renew');
    expect(await verify()).toMatchObject({ anchors: 1, problems: [] });
  });

  test('a last line that was changed stops further ones until the operator renews', async () => {
    await writeLines([changed((await lines())[0]!)]);
    await expect(anchor()).rejects.toThrow('was changed, or made with another master key');
    await anchor('renew');
    expect(await verify()).toMatchObject({ anchors: 1, problems: [] });
  });

  test.for([['none'], [2 ** 40], [null], [0]])('goes on after a forged record of anchor %s', async ([number]) => {
    await sql`
      insert into audit_entries (action, subject, details)
      values ('audit.anchored', 'audit', ${sql.json({ number: number! })})`;
    await anchor();
    expect(await verify()).toMatchObject({ anchors: 2, problems: [] });
  });

  test('a file that cannot be read is an error, and not one that is missing', async () => {
    await rm(file);
    await mkdir(file);
    await expect(verify()).rejects.toThrow('EISDIR');
    await expect(anchor()).rejects.toThrow('EISDIR');
    await rm(file, { recursive: true });
  });

  test('the first one of an empty log holds', async () => {
    await clear();
    await anchor();
    await append('one');
    expect(await verify()).toEqual({ entries: 2, anchors: 1, problems: [] });
  });

  test('a line that a crash left half written is written again', async () => {
    await writeFile(file, '{"number":2,"at"', { flag: 'a' });
    await anchor();
    expect(await verify()).toMatchObject({ anchors: 2, problems: [] });
  });

  test('a line whose record was lost in a crash counts', async () => {
    await anchor();
    await tamper((tx) => tx`delete from audit_entries where details->>'number' = '2'`);
    expect((await verify()).problems).toEqual([]);
    await append('six');
    await anchor();
    expect(await verify()).toMatchObject({ anchors: 3, problems: [] });
  });

  test('lines that were kept elsewhere count too', async () => {
    await anchor();
    const elsewhere = await lines();
    await cut(5);
    await rm(file);
    const { problems } = await verifyAudit({ sql, key, file, elsewhere });
    expect(problems).toContainEqual(expect.stringMatching(/^anchor 2 of .* names position 6/));
  });
});

describe('a chain from before there was a key', () => {
  beforeEach(async () => {
    await layChain(unkeyedHash);
    await append('four');
    await anchor();
  });

  test('holds, and goes on with the key', async () => {
    expect(await verifyChain(sql, key)).toMatchObject({ unkeyed: 3, problems: [] });
    expect(await verify()).toEqual({ entries: 5, anchors: 1, problems: [] });
  });

  test("can't be made longer, with all of it rewritten without the key", async () => {
    await layChain(unkeyedHash);
    expect((await verify()).problems).toContainEqual(
      expect.stringMatching(/^the link of entry \d+ at position 4 was made without the key$/),
    );
  });

  test('shows an edit of an old entry', async () => {
    await tamper((tx) => tx`update audit_entries set subject = 'zwei' where subject = 'two'`);
    expect((await verify()).problems).toEqual([expect.stringMatching(/differs from its link at position 2/)]);
  });
});

const stranger: AuditKey = vaultOf(randomBytes(32));
const wrongKey = (...link: [Uint8Array, number, Entry]) => linkHash(stranger, ...link);

describe('addresses', () => {
  const old = new Date(Date.now() - 100 * DAY_MS);
  const from = (address: string, at = old) =>
    appendAudit(sql, { actor_id: null, action: 'test.happened', subject: 'from', address, at });
  const addresses = async () =>
    (await sql<{ address: string }[]>`select address from audit_entries where subject = 'from' order by id`).map(
      ({ address }) => address,
    );
  const coarsen = async (most = 100) =>
    (await sql<{ count: number }[]>`select coarsen_audit_addresses(${most}) as count`)[0]!.count;
  const whole = ['203.0.113.77', '2001:db8:1:2::77', '::ffff:203.0.113.9', 'fe80::1%eth0', 'cli:root', '', 'unknown'];

  test('are networks after 90 days, and the chain and its anchors hold before and after', async () => {
    for (const address of whole) await from(address);
    await from('203.0.113.78', new Date());
    await anchor();
    expect(await verify()).toMatchObject({ entries: 12, problems: [] });
    expect(await coarsen(1)).toBe(1);
    expect(await coarsen()).toBe(3);
    expect(await coarsen()).toBe(0);
    expect(await addresses()).toEqual([
      '203.0.113.0/24',
      '2001:db8:1::/48',
      '203.0.113.0/24',
      'fe80::/48',
      'cli:root',
      '',
      'unknown',
      '203.0.113.78',
    ]);
    expect((await verify()).problems).toEqual([]);
  });

  test('that were changed are named, whole or coarse, and so are changed digests', async () => {
    await from('203.0.113.77');
    await sealAudit(sql, key);
    const change = async (text: string) => {
      await tamper((tx) => tx`update audit_entries set address = ${text} where subject = 'from'`);
      return (await verifyChain(sql, key)).problems;
    };
    const named = [expect.stringMatching(/^entry \d+ has another address than its link at position 4$/)];
    expect(await change('203.0.113.78')).toEqual(named);
    expect(await change('203.0.113.77')).toEqual([]);
    await coarsen();
    expect(await change('198.51.100.0/24')).toEqual(named);
    expect(await change('')).toEqual(named);
    expect(await change('203.0.113.0/24')).toEqual([]);
    await tamper((tx) => tx`update audit_chain set coarse_digest = ${randomBytes(32)} where position = 4`);
    expect((await verifyChain(sql, key)).problems).toEqual([
      expect.stringMatching(/^entry \d+ differs from its link at position 4$/),
    ]);
  });

  test('change in no other way, and nothing else changes with them', async () => {
    await from('203.0.113.77');
    await from('203.0.113.78', new Date());
    const append_only = { code: '23001' };
    // Not yet in the chain.
    expect(await coarsen()).toBe(0);
    await sealAudit(sql, key);
    for (const change of [
      sql`update audit_entries set address = '198.51.100.0/24' where subject = 'from'`,
      sql`update audit_entries set address = coarse_address(address), details = '{"x": 1}' where subject = 'from'`,
      sql`update audit_entries set address = coarse_address(address) where at > ${old} and subject = 'from'`,
      sql`delete from audit_entries where subject = 'from'`,
    ])
      await expect(change).rejects.toMatchObject(append_only);
  });

  test('that a link of before covers stay', async () => {
    await from('203.0.113.77');
    await layChain((...link) => linkHash(key, ...link));
    expect(await coarsen()).toBe(0);
    expect(await addresses()).toEqual(['203.0.113.77']);
    expect((await verifyChain(sql, key)).problems).toEqual([]);
  });
});
