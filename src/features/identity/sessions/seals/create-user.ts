import type { Db } from '#platform/db/client.ts';
import { openAccounts } from '#platform/ledger/transfer.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

interface NewUser {
  username: string;
  email: string;
  password_hash: string;
  terms_accepted_at: Date;
  created_at?: Date;
}

/** What the operator alone can give, on a connection of the tables' owner. */
interface Standing {
  role: 'buyer' | 'admin';
  duties: string[];
  email_verified_at: Date;
  activated_at: Date;
}

/** Writes an account with its MAC and its balance, in the caller's transaction; returns its id. */
export async function createUser(ctx: Ctx, sql: Db, user: NewUser & Partial<Standing>): Promise<string> {
  const [row] = await sql<{ id: string; facts: string }[]>`
    insert into users ${sql({ ...user })} returning id, sealed_facts(users) as facts`;
  await sealRow(ctx.vault, sql, 'users', row!);
  await openAccounts(sql, [{ kind: 'available', owner_id: row!.id, limited: true }]);
  return row!.id;
}
