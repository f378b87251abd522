import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { evidenceOf } from '#app/checks.ts';
import { sealedPlacesOf } from '#app/features.ts';
import { retireData } from '#app/keys/retire-data.ts';
import { rotateAudit } from '#app/keys/rotate-audit.ts';
import { rotateData } from '#app/keys/rotate-data.ts';
import { retireSession, rotateSession } from '#app/keys/rotate-session.ts';
import { listExposedCards } from '#cli/key/list-exposed-cards.ts';
import { listKeys } from '#cli/key/list-keys.ts';
import { getCurrentUser, login } from '#contracts/identity/auth.ts';
import { startTwoFactor } from '#contracts/identity/factors.ts';
import * as orders from '#contracts/shop/orders.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import {
  checkEvidence,
  type EvidencePlace,
  startOfEvidence,
} from '#features/oversight/audit/verification/check-evidence.ts';
import { dataKeyAad, openCard, sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { type AuditKey, addressDigest, type Entry, linkHash } from '#platform/audit/link-hash.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import { addKey } from '#platform/keyring/change-keys.ts';
import { followRing } from '#platform/keyring/follow-ring.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { fileAt } from '#platform/vault/master-key.ts';
import type { SharedMacs } from '#platform/vault/roots/shared-macs.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import { askOnce } from '#platform/vault-socket/ask-for-key.ts';
import { createTestShop, password, type TestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const dir = await mkdtemp(join(tmpdir(), 'facevalue-keys-'));
afterAll(() => rm(dir, { recursive: true }));

/** A shop with its master key in a file, another process of it, and the commands' lines. */
async function openShop(options = {}) {
  const data_dir = await mkdtemp(join(dir, 'shop-'));
  const place = fileAt(join(data_dir, 'master.key'));
  const shop = await createTestShop({ data_dir, master_key: place }, options);
  await writeFile(place.file, shop.masterKey, { mode: 0o600 });
  const other = vaultOf(shop.masterKey, { clock: shop.clock });
  const follow = () => followRing(shop.sql, other, place);
  const said: string[] = [];
  const owner = { ...shop.ctx, sql: shop.sql };
  const rotation = {
    owner,
    masterKey: shop.masterKey,
    places: sealedPlacesOf(true),
    say: (line: string) => void said.push(line),
    async wait(ms: number) {
      await follow();
      shop.clock.advance(ms);
    },
  };
  return { shop, other, follow, place, said, rotation };
}

/** What a command prints. */
async function printed(work: () => Promise<unknown>): Promise<string> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  await work();
  const text = out.mock.calls.map(([line]) => String(line)).join('');
  out.mockRestore();
  err.mockRestore();
  return text;
}

const commands = (shop: TestShop) =>
  ({ background: shop.ctx, asOwner: shop.asOwner }) as unknown as Parameters<typeof listKeys>[0];

/** Each card's code, as one process opens it. */
async function codesOf(shop: TestShop, vault = shop.ctx.vault) {
  const rows = await shop.sql<Parameters<typeof openCard>[1][]>`
    select c.id as card_id, c.programme_id, c.batch_id, b.data_key, c.sealed
    from cards c join batches b on b.id = c.batch_id order by c.id`;
  return rows.map((row) => openCard(vault, row).code);
}

test('rotating the key for data seals every value anew while the shop sells, and the former one is deleted after it', async () => {
  const { shop, other, place, said, rotation } = await openShop();
  const cards = await addCards(shop, { count: 1_200, price_cents: 100, face_cents: 200 });
  const codes = cards.toSorted((one, two) => (one.id < two.id ? -1 : 1)).map(({ code }) => code);
  const buyer = await shop.createUser({ balance_cents: 10_000 });
  const buy = async (at: number) => {
    const bought = await shop.as(buyer)(orders.placeOrder, { body: { ids: [cards[at]!.id] } });
    const { data } = bought.body;
    const shown = await shop.as(buyer)(orders.revealCard, {
      params: { id: data.id, card_id: cards[at]!.id },
      body: { consent: true },
    });
    return [bought.status, shown.status, JSON.stringify(shown.body)] as const;
  };
  const enrolled = await shop.createUser();
  expect((await shop.as(enrolled)(startTwoFactor, {})).status).toBe(201);

  const during: (readonly [number, number, string])[] = [];
  const wait = async (ms: number) => {
    during.push(await buy(during.length));
    await rotation.wait(ms);
  };
  await rotateData({ ...rotation, wait });
  during.push(await buy(during.length));
  for (const [at, [bought, revealed, body]] of during.entries()) {
    expect([bought, revealed]).toEqual([201, 200]);
    expect(body).toContain(cards[at]!.code);
  }
  expect(said.at(-1)).toMatch(/^120[1-9] values/);
  expect(await codesOf(shop)).toEqual(codes);
  expect(await codesOf(shop, other)).toEqual(codes);
  const [batch] = await shop.sql<{ id: string; data_key: Buffer }[]>`select id, data_key from batches`;
  const head = other.headOf(other.unwrap(batch!.data_key, dataKeyAad(batch!.id)));
  expect(await shop.sql`select count(*) as count from cards where substring(sealed from 1 for 5) = ${head}`).toEqual([
    { count: 1_200 },
  ]);
  const listed = await printed(() => listKeys(commands(shop), []));
  expect(listed).toMatch(/data 1 .* former .*1 data keys of batches/);
  expect(listed).toMatch(/data 2 .* in use .*1200 of cards/);

  await expect(retireData(rotation, 1)).rejects.toThrow('Retire it after');
  await expect(retireData(rotation, 2)).rejects.toThrow('is in use');
  await expect(retireData(rotation, 3)).rejects.toThrow('no key data 3');
  shop.clock.advance(15 * MINUTE_MS);
  await retireData(rotation, 1);
  await followRing(shop.sql, other, place);
  expect(await codesOf(shop, other)).toEqual(codes);
  expect(await printed(() => listKeys(commands(shop), []))).toMatch(/data 1 .* retired +Nothing/);
  const unchanged = vaultOf(shop.masterKey);
  await expect(codesOf(shop, unchanged)).rejects.toThrow('another master key');
});

test('an interrupted rotation goes on where it was, and what was sealed with the former key meanwhile follows', async () => {
  const { shop, said, rotation } = await openShop();
  const cards = await addCards(shop, { count: 3 });
  const [before] = await shop.sql<{ id: string; programme_id: string; data_key: Buffer }[]>`
    select id, programme_id, data_key from batches`;
  let waits = 0;
  const killed = async (ms: number) => {
    waits += 1;
    if (waits === 2) throw new Error('killed');
    await rotation.wait(ms);
  };
  await expect(rotateData({ ...rotation, wait: killed })).rejects.toThrow('killed');
  const codes = await codesOf(shop);
  await rotateData(rotation);
  expect(said).toContain('A rotation was begun before: this goes on with it.');
  expect(said.at(-1)).toBe('3 values were sealed anew.');
  // A process that read the key before goes on with it.
  const { vault } = shop.ctx;
  const late = sealSecret(
    vault,
    vault.unwrap(before!.data_key, dataKeyAad(before!.id)),
    { card_id: cards[0]!.id, programme_id: before!.programme_id },
    { code: cards[0]!.code, pin: cards[0]!.pin, url: null },
  );
  await shop.sql`update cards set sealed = ${late} where id = ${cards[0]!.id}`;
  expect(await codesOf(shop)).toEqual(codes);
  shop.clock.advance(15 * MINUTE_MS);
  await retireData(rotation, 1);
  expect(await codesOf(shop)).toEqual(codes);
  expect(await shop.sql`select length(data_key) as length from batches`).toEqual([{ length: 65 }]);
});

test('a row that somebody holds waits for the next run; one that no key opens keeps the former key', async () => {
  const { shop, rotation } = await openShop();
  const [held, bent] = await addCards(shop, { count: 2 });
  await shop.sql`update cards set sealed = sealed || '\\x00' where id = ${bent!.id}`;
  await shop.sql.begin(async (tx) => {
    await tx`select from cards where id = ${held!.id} for update`;
    await rotateData(rotation);
  });
  shop.clock.advance(15 * MINUTE_MS);
  await expect(retireData(rotation, 1)).rejects.toThrow('1 data keys of batches with 1 of cards');
  await shop.sql`update cards set sealed = substring(sealed from 1 for length(sealed) - 1) where id = ${bent!.id}`;
  await retireData(rotation, 1);
  expect(await codesOf(shop)).toHaveLength(2);
});

test('there is one former key at a time, and a running process never goes back to an earlier keyring', async () => {
  const { shop, follow, other, rotation } = await openShop();
  const changing = { ...rotation.owner, masterKey: shop.masterKey };
  await addKey(changing, 'data');
  await expect(addKey(changing, 'data')).rejects.toThrow('retire it before');
  const [kept] = await shop.sql`select sealed, version from keyrings`;
  await addKey(changing, 'audit');
  await follow();
  expect(other.ring.version).toBe(2);
  await shop.sql`update keyrings set sealed = ${kept!.sealed}, version = ${kept!.version}`;
  await expect(follow()).rejects.toThrow('earlier keyring');
  await shop.sql`update keyrings set version = 9`;
  await expect(follow()).rejects.toThrow('another version');
});

test('every card that a leaked key could have opened is listed without its code, by whichever key of the shop', async () => {
  const { shop, rotation } = await openShop();
  const old = await addCards(shop, { count: 2, name: 'Tea, "green"' });
  await rotateData(rotation);
  const [fresh] = await addCards(shop, { name: '=cmd' });
  shop.clock.advance(15 * MINUTE_MS);
  await retireData(rotation, 1);
  const exposed = (args: string[]) => printed(() => listExposedCards(commands(shop), args));
  const first = await exposed(['data', '1']);
  for (const { id, code } of old) {
    expect(first).toMatch(new RegExp(`${id},"Tea, ""green""",[0-9a-f-]{36},available,1000,USD`));
    expect(first).not.toContain(code);
  }
  expect(first).not.toContain(fresh!.id);
  const second = await exposed(['data', '2']);
  for (const { id } of [...old, fresh!]) expect(second).toContain(id);
  expect(second).toContain(`"'=cmd"`);
  expect((await exposed(['master', shop.ctx.vault.master_id])).trim().split('\n')).toHaveLength(4);
  for (const args of [['data', '9'], ['master', '00000000'], ['cards'], ['data', '1', 'x']])
    await expect(listExposedCards(commands(shop), args)).rejects.toThrow('Usage: facevalue key');
});

test('a new key of the audit log makes its links and anchors, former ones check theirs, and none makes any more', async () => {
  const { shop, other, follow, rotation } = await openShop();
  const { sql, ctx } = shop;
  const verified = async (key: AuditKey = ctx.vault) =>
    (await verifyAudit({ sql, key, file: anchorFileOf(ctx.config.data_dir) })).problems;
  const append = () => appendAudit(sql, { actor_id: null, action: 'test.happened', at: shop.clock.now() });
  await append();
  await anchorAuditLog(ctx);
  const stale = vaultOf(shop.masterKey, { clock: shop.clock });
  await rotateAudit(rotation);
  await append();
  await anchorAuditLog(ctx, 'now');
  expect(await verified()).toEqual([]);
  await follow();
  expect(await verified(other)).toEqual([]);
  const keysOf = async () =>
    (await sql<{ key_number: number }[]>`select key_number from audit_chain order by position`).map(
      (row) => row.key_number,
    );
  expect(new Set(await keysOf())).toEqual(new Set([1, 2]));
  expect(await keysOf()).toEqual((await keysOf()).toSorted());
  await append();
  await expect(sealAudit(sql, stale)).rejects.toThrow('no key 2 of the audit log');
  await sealAudit(sql, ctx.vault);

  // Whoever has the former key and gets past the triggers lays the last link again.
  const past = (write: (tx: typeof sql) => Promise<unknown>) =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await write(tx as unknown as typeof sql);
    });
  const [last] = await sql<(Entry & { position: number; previous: Buffer })[]>`
    select c.position, e.id, e.at::text as at, e.actor_id, e.action, e.subject, e.address, e.details::text as details,
      b.link as previous
    from audit_chain c join audit_entries e on e.id = c.entry_id join audit_chain b on b.position = c.position - 1
    order by c.position desc limit 1`;
  const digests = {
    address_digest: addressDigest(stale, last!.id, last!.address),
    coarse_digest: addressDigest(stale, last!.id, last!.address),
  };
  const link = linkHash(stale, last!.previous, last!.position, { ...last!, ...digests });
  await past(
    (tx) => tx`update audit_chain set ${tx({ link, key_number: 1, ...digests })} where position = ${last!.position}`,
  );
  expect(await verified()).toEqual([expect.stringContaining('was made with a key that was replaced by then')]);

  // Or all that the new one made.
  await past((tx) => tx`delete from audit_chain where key_number = 2 or position = ${last!.position}`);
  shop.clock.advance(20 * MINUTE_MS);
  await append();
  await sealAudit(sql, stale);
  const problems = await verified();
  expect(problems.filter((problem) => problem.includes('replaced by then'))).toHaveLength(1);
  expect(problems.length).toBeGreaterThan(1);
});

test('a new key proves accounts and sessions while everybody stays signed in; after the former one is deleted, what it proves is forged', async () => {
  const { shop, said, rotation } = await openShop({ split: true });
  const web = shop.served_by.vault as SharedMacs;
  const buyer = await shop.createUser();
  const stale = vaultOf(shop.masterKey, { clock: shop.clock });
  const statusOf = async (user: { token: string }) => (await shop.as(user)(getCurrentUser)).status;
  const wait = async (ms: number) => {
    expect(await statusOf(buyer)).toBe(200);
    web.adopt(await askOnce(shop.vault!.socket));
    await rotation.wait(ms);
    // The process without the master key uses it, too.
    expect((await shop.as(null)(login, { body: { username: buyer.username, password } })).status).toBe(200);
  };
  await rotateSession({ ...rotation, wait });
  expect(said.join('\n')).toMatch(/1 rows of sessions are proved by key session 2\./);
  expect(await statusOf(buyer)).toBe(200);
  const listed = await printed(() => listKeys(commands(shop), []));
  expect(listed).toMatch(/session 1 .* former +Nothing/);
  await expect(retireSession(rotation, 1)).rejects.toThrow('Retire it after');
  shop.clock.advance(15 * MINUTE_MS);
  const late = await shop.createUser();
  expect(await printed(() => listKeys(commands(shop), []))).toMatch(
    /session 1 .* former .*1 rows of users; 1 rows of devices; 1 rows of sessions/,
  );
  await expect(retireSession(rotation, 2)).rejects.toThrow('is the newest');
  await retireSession(rotation, 1);
  web.adopt(await askOnce(shop.vault!.socket));
  for (const user of [buyer, late]) expect(await statusOf(user)).toBe(200);
  const problems = async () => {
    const found: string[] = [];
    for (let place: EvidencePlace | null = startOfEvidence; place; ) {
      const checked = await checkEvidence(rotation.owner, evidenceOf(true), place);
      found.push(...checked.problems);
      place = checked.next;
    }
    return found;
  };
  expect(await problems()).toEqual([]);
  // Whoever has the former key and may write to the database.
  const [session] = await shop.sql<{ id: string; facts: string }[]>`
    select id, sealed_facts(s) as facts from sessions s where user_id = ${late.id}`;
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`alter table sessions disable trigger zz_seal_own_write`;
    await tx`update sessions set mac = ${rowMac(stale, 'sessions', session!.facts)} where id = ${session!.id}`;
    await tx`alter table sessions enable always trigger zz_seal_own_write`;
  });
  expect(await statusOf(late)).toBe(401);
  expect(await problems()).toHaveLength(1);
});
