import type { Input, Reply } from '#contracts/call.ts';
import type { exportYear as contract } from '#contracts/coins/statements.ts';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { readParts } from './read-parts.ts';

/** More rows in a year are refused, not cut off: an incomplete record is worse than none. */
const ROWS = 20_000;

export async function exportYear(
  ctx: VaultCtx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await readParts(ctx, {
    user_id: actor.user.id,
    // Programs read this: network names must not depend on the reader's language.
    locale: DEFAULT_LOCALE,
    year: query.year,
    limit: ROWS + 1,
  });
  if (data.length > ROWS) throw new AppError('invalid', message('export.too_long', { limit: ROWS }));
  return { data };
}
