import { expect, test } from 'vitest';
import { run as auditVerify } from '#app/cli/audit-verify.ts';
import { run as ledgerVerify } from '#app/cli/ledger-verify.ts';
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
  await expect(ledgerVerify(shop.ctx, ['fix'])).rejects.toThrow('Use: facevalue ledger verify');
});
