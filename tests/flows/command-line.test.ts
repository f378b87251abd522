import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { run as user } from '#cli/user.ts';
import { run as audit } from '#cli/verify/audit.ts';
import { run as ledgerVerify } from '#cli/verify/ledger-verify.ts';
import { login, resetPassword } from '#contracts/identity/auth.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { createTestShop } from '#tests/support/shop.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-cli-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir, operator_email: 'operator@example.com' });

test('ledger verify ends with 0 on books that hold, with 1 on a difference', async () => {
  const user = await shop.createUser();
  expect(await ledgerVerify(shop.ctx, ['verify'])).toBe(0);
  await shop.sql`update ledger_balances set balance_cents = 1 where account_id = (select id from ledger_accounts where owner_id = ${user.id})`;
  expect(await ledgerVerify(shop.ctx, ['verify'])).toBe(1);
});

test('audit verify ends with 0 on an anchored chain, with 1 on a broken one; renewing accepts what is gone, not edits', async () => {
  const append = () => shop.sql`insert into audit_entries (action) values ('test.happened')`;
  await append();
  expect(await audit(shop.ctx, ['verify'])).toBe(1);
  await anchorAuditLog(shop.ctx);
  expect(await audit(shop.ctx, ['verify'])).toBe(0);
  await append();
  await anchorAuditLog(shop.ctx, 'now');
  await tamper((tx) =>
    tx`delete from audit_chain where position > 2`.then(() => tx`delete from audit_entries where id > 2`),
  );
  expect(await audit(shop.ctx, ['verify'])).toBe(1);
  expect(await audit(shop.ctx, ['renew'])).toBe(0);
  expect(await audit(shop.ctx, ['verify'])).toBe(0);
  await tamper((tx) => tx`update audit_entries set subject = 'changed'`);
  await audit(shop.ctx, ['renew']);
  expect(await audit(shop.ctx, ['verify'])).toBe(1);
});

test('each anchor is in the log, and once a day in a mail to the operator, whose lines audit verify compares too', async () => {
  const lines = (await readFile(anchorFileOf(data_dir), 'utf8')).trim().split('\n');
  const logged = shop.logged.map((line) => JSON.parse(line).anchor).filter(Boolean);
  expect(logged).toEqual(lines);
  const [job, ...others] = await shop.sql`select payload, run_at from graphile_worker._private_jobs`;
  expect(others).toEqual([]);
  expect(job!.payload).toMatchObject({ template: 'audit_anchor', line: lines.at(-1) });
  expect(Date.parse(job!.run_at)).toBe(shop.clock.now().getTime() + DAY_MS);
  await shop.sql`update graphile_worker._private_jobs set run_at = now()`;
  await shop.runQueuedJobs();
  const [mail] = await shop.sql`select text_body from mailbox where recipient = 'operator@example.com'`;
  const mailed = mail!.text_body.split('\n').find((line: string) => line.startsWith('{'));
  expect(mailed).toBe(lines.at(-1));
  const file = join(data_dir, 'kept');
  await writeFile(file, `${mailed}\n`);
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await audit(shop.ctx, ['verify', file]);
  await writeFile(file, `${mailed.replace('"position":', '"position":1')}\n`);
  await audit(shop.ctx, ['verify', file]);
  const said = printed.mock.calls.map(([text]) => String(text)).join('');
  printed.mockRestore();
  expect(said.match(/those kept elsewhere is no anchor/g)).toHaveLength(1);
});

/** Changes the books as someone would who gets past the append-only triggers. */
const tamper = (work: (tx: Parameters<Parameters<typeof shop.sql.begin>[1]>[0]) => Promise<unknown>) =>
  shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx);
  });

test('another verb is refused with how it is used', async () => {
  await expect(ledgerVerify(shop.ctx, ['fix'])).rejects.toThrow('Usage: facevalue ledger verify');
});

test('user add makes the first admin, whose printed password signs in; duties that exclude each other are refused', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await user(
    shop.ctx,
    ['add', 'owner', 'Owner@example.com', '--role', 'admin', '--duties', 'importer,support'],
    shop,
  );
  const password = /once: (\S+)\n/.exec(String(printed.mock.calls[0]?.[0]))?.[1] ?? '';
  printed.mockRestore();
  expect(code).toBe(0);
  expect((await shop.as(null)(login, { body: { username: 'owner', password } })).status).toBe(200);
  const [row] = await shop.sql`select role, duties from users where username = 'owner'`;
  expect(row).toEqual({ role: 'admin', duties: ['importer', 'support'] });
  await expect(user(shop.ctx, ['add', 'owner', 'other@example.com'], shop)).rejects.toThrow('taken');
  await expect(
    user(shop.ctx, ['add', 'second', 'second@example.com', '--duties', 'importer,approver'], shop),
  ).rejects.toThrow('two people');
  await expect(user(shop.ctx, ['add', 'third', 'third@example.com', '--duties', 'emperor'], shop)).rejects.toThrow(
    "isn't valid",
  );
  await expect(user(shop.ctx, ['reset-factors', 'nobody'], shop)).rejects.toThrow('nobody');
  await expect(user(shop.ctx, ['remove', 'owner', 'x'], shop)).rejects.toThrow('Usage: facevalue user add');
});

test('user add --link prints a link that sets a password once, within an hour, and that no log has', async () => {
  const tokenOf = async (name: string) => {
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await user(shop.ctx, ['add', name, `${name}@example.com`, '--role', 'admin', '--link'], shop);
    const said = printed.mock.calls.map(([text]) => String(text)).join('');
    printed.mockRestore();
    expect(said).not.toContain('Password');
    return /\/reset\?token=(\S+)\n$/.exec(said)?.[1] ?? '';
  };
  const password = 'a stone in the river bends';
  const reset = async (token: string) => (await shop.as(null)(resetPassword, { body: { token, password } })).status;
  const token = await tokenOf('linked');
  expect(shop.logged.join('')).not.toContain(token);
  expect(await reset(`${token.slice(0, -2)}AA`)).toBe(422);
  expect(await reset(token)).toBe(204);
  expect((await shop.as(null)(login, { body: { username: 'linked', password } })).status).toBe(200);
  expect(await reset(token)).toBe(422);
  const late = await tokenOf('late');
  shop.clock.advance(HOUR_MS);
  expect(await reset(late)).toBe(422);
});
