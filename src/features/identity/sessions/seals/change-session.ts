import type { Factor } from '#contracts/identity/factors.ts';
import type { Db } from '#platform/db/client.ts';
import { type Changes, changeRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

interface Confirmation {
  confirmed_by?: Factor;
  token_hash?: Buffer;
}

/** Notes the factor that has just been given in a session, or gives it a new token, in the caller's transaction. */
export async function changeSession(
  ctx: Ctx,
  sql: Db,
  id: string,
  { confirmed_by, token_hash }: Confirmation,
): Promise<void> {
  const changes: Changes = {
    ...(confirmed_by && { confirmed_by, confirmed_at: ctx.clock.now() }),
    ...(token_hash && { token_hash }),
  };
  await changeRow(ctx.vault, sql, { table: 'sessions', id }, changes);
}
