import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { TOP_UP_WINDOW_MS } from './read-limits-used.ts';
import { tierKind } from './tier-kind.ts';

/**
 * Binds an identity to an account and returns its digest. The same identity is one person with one account: another
 * account takes it only once no limit counts any more what the first one used.
 */
export async function takeIdentity(ctx: Ctx, sql: Db, user_id: string, identity: string): Promise<Buffer> {
  const digest = ctx.vault.mac('verified identity', identity.toUpperCase());
  await forgetUnused(sql, user_id, digest);
  const since = new Date(ctx.clock.now().getTime() - TOP_UP_WINDOW_MS);
  try {
    const taken = await sql`
      insert into identities (digest, user_id) values (${digest}, ${user_id})
      on conflict (digest) do update set user_id = excluded.user_id, released_at = null
        where identities.user_id = excluded.user_id or identities.released_at < ${since}
      returning digest`;
    if (taken.length === 0) throw new AppError('conflict', message('tiers.same_identity'));
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', message('tiers.other_identity'));
    throw error;
  }
  return digest;
}

/** A binding that gave its account nothing, because the proposal was rejected or withdrawn, binds nobody. */
const forgetUnused = (sql: Db, user_id: string, digest: Buffer) => sql`
  delete from identities i where (i.user_id = ${user_id} or i.digest = ${digest}) and i.released_at is null
    and not exists (select from tier_checks where user_id = i.user_id and granted_at is not null)
    and not exists (select from proposals where kind = ${tierKind.name} and subject = i.user_id and decision is null)`;
