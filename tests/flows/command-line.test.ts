import { expect, test, vi } from 'vitest';
import { run as auditVerify } from '#cli/audit-verify.ts';
import { run as ledgerVerify } from '#cli/ledger-verify.ts';
import { run as user } from '#cli/user.ts';
import { login } from '#contracts/auth.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();

test('ledger verify ends with 0 on books that hold, with 1 on a difference', async () => {
  const user = await shop.createUser({ balance_cents: 1000 });
  expect(await ledgerVerify(shop.ctx, ['verify'])).toBe(0);
  await shop.sql`update ledger_balances set balance_cents = 1001 where account_id = (select id from ledger_accounts where owner_id = ${user.id})`;
  expect(await ledgerVerify(shop.ctx, ['verify'])).toBe(1);
});

test('audit verify ends with 0 on a chain that holds, with 1 on a broken one', async () => {
  await shop.sql`insert into audit_entries (action) values ('test.happened')`;
  expect(await auditVerify(shop.ctx, ['verify'])).toBe(0);
  await shop.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update audit_entries set subject = 'changed'`;
  });
  expect(await auditVerify(shop.ctx, ['verify'])).toBe(1);
});

test('another verb is refused with how it is used', async () => {
  await expect(ledgerVerify(shop.ctx, ['fix'])).rejects.toThrow('Usage: facevalue ledger verify');
});

test('user add makes the first admin, whose printed password signs in; duties that exclude each other are refused', async () => {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await user(shop.ctx, [
    'add',
    'owner',
    'Owner@example.com',
    '--role',
    'admin',
    '--duties',
    'importer,support',
  ]);
  const password = /once: (\S+)\n/.exec(String(printed.mock.calls[0]?.[0]))?.[1] ?? '';
  printed.mockRestore();
  expect(code).toBe(0);
  expect((await shop.as(null)(login, { body: { username: 'owner', password } })).status).toBe(200);
  const [row] = await shop.sql`select role, duties from users where username = 'owner'`;
  expect(row).toEqual({ role: 'admin', duties: ['importer', 'support'] });
  await expect(user(shop.ctx, ['add', 'owner', 'other@example.com'])).rejects.toThrow('taken');
  await expect(
    user(shop.ctx, ['add', 'second', 'second@example.com', '--duties', 'importer,approver']),
  ).rejects.toThrow('two people');
  await expect(user(shop.ctx, ['add', 'third', 'third@example.com', '--duties', 'emperor'])).rejects.toThrow(
    "isn't valid",
  );
  await expect(user(shop.ctx, ['reset-factors', 'nobody'])).rejects.toThrow('nobody');
  await expect(user(shop.ctx, ['remove', 'owner', 'x'])).rejects.toThrow('Usage: facevalue user add');
});
