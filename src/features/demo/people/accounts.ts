import { transaction } from '#platform/db/transaction.ts';
import { openAccounts, transfer } from '#platform/ledger/transfer.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { hashPassword } from '../../identity/factors/passwords/password.ts';

export const DEMO_PASSWORD = 'facevalue-demo';

const ACCOUNTS = [
  { username: 'buyer', role: 'buyer', duties: [], tier: 1, active: true, dollars: 250 },
  { username: 'regular', role: 'buyer', duties: [], tier: 2, active: true, dollars: 250 },
  { username: 'newcomer', role: 'buyer', duties: [], tier: 0, active: false, dollars: 0 },
  { username: 'admin', role: 'admin', duties: ['importer', 'support', 'publisher'], tier: 1, active: true, dollars: 0 },
  { username: 'approver', role: 'admin', duties: ['approver', 'payouts'], tier: 1, active: true, dollars: 0 },
  {
    username: 'approver2',
    role: 'admin',
    duties: ['approver', 'payouts', 'publisher'],
    tier: 1,
    active: true,
    dollars: 0,
  },
  { username: 'auditor', role: 'admin', duties: ['auditor'], tier: 1, active: true, dollars: 0 },
] as const;

/** Creates the demo accounts on a connection of the tables' owner; existing ones stay unchanged. */
export async function seedAccounts(ctx: Ctx): Promise<void> {
  const names = ACCOUNTS.map(({ username }) => username);
  const there = await ctx.sql<{ username: string }[]>`select username from users where username = any(${names})`;
  const missing = ACCOUNTS.filter(({ username }) => !there.some((user) => user.username === username));
  if (missing.length === 0) return;
  const password_hash = await hashPassword(DEMO_PASSWORD);
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    for (const { username, role, duties, tier, active, dollars } of missing) {
      const [user] = await sql<{ id: string; facts: string }[]>`
        insert into users (username, email, password_hash, role, duties, tier, terms_accepted_at,
          email_verified_at, activated_at)
        values (${username}, ${`${username}@demo.example`}, ${password_hash}, ${role}, ${[...duties]}, ${tier}, ${now},
          ${active ? now : null}, ${active ? now : null})
        returning id, sealed_facts(users) as facts`;
      await sealRow(ctx.vault, sql, 'users', user!);
      const account = { kind: 'available', owner_id: user!.id, limited: true };
      await openAccounts(sql, [account]);
      if (dollars === 0) continue;
      await transfer(sql, {
        debit: { kind: 'demo_money', owner_id: null },
        credit: account,
        amount_cents: dollars * 100,
        kind: 'demo_grant',
        reference: user!.id,
        unique_key: `demo_grant:${user!.id}`,
      });
    }
  });
}
