import type { Db } from '#platform/db/client.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';
import type { Ctx } from '../../ctx.ts';

export type TokenPurpose = 'verify_email' | 'reset_password' | 'change_email';
/** A change of address has two links: the one to the new address confirms it, the one to the old address stops it. */
type LinkPurpose = TokenPurpose | 'stop_email_change';

const HOUR = 3_600_000;
const lifetimeMs: Record<TokenPurpose, number> = {
  verify_email: 72 * HOUR,
  reset_password: HOUR,
  change_email: 24 * HOUR,
};

interface NewToken {
  user_id: string;
  purpose: TokenPurpose;
  email: string;
  /** For a change of address: the address until now. */
  old_email?: string;
  /** Whether that one was confirmed. */
  old_email_confirmed?: boolean;
}

/** Inserts the row of a token; the token itself is derived from it when the mail is written. */
export async function createEmailToken(
  ctx: Ctx,
  sql: Db,
  { user_id, purpose, email, old_email, old_email_confirmed = false }: NewToken,
): Promise<string> {
  const now = ctx.clock.now();
  const expires = new Date(now.getTime() + lifetimeMs[purpose]);
  const [row] = await sql<{ id: string }[]>`
    insert into email_tokens (user_id, purpose, email, old_email, old_email_confirmed, created_at, expires_at)
    values (${user_id}, ${purpose}, ${email}, ${old_email ?? null}, ${old_email_confirmed}, ${now}, ${expires}) returning id`;
  return row!.id;
}

/** The token in the mail; it is derived, not stored. */
export const writeEmailToken = (ctx: Ctx, id: string, purpose: LinkPurpose): string =>
  writeIdToken(ctx.vault, id, purpose);

/** The id in a genuine token, or undefined. */
export const readEmailToken = (ctx: Ctx, text: string, purpose: LinkPurpose): string | undefined =>
  readIdToken(ctx.vault, text, purpose);
