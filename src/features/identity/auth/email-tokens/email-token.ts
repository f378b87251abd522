import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals } from '../../sessions/seals/check-seals.ts';

export type TokenPurpose = 'verify_email' | 'reset_password' | 'change_email';
/** A change of address has two links: the one to the new address confirms it, the one to the old address stops it. */
type LinkPurpose = TokenPurpose | 'stop_email_change';

const lifetimeMs: Record<TokenPurpose, number> = {
  verify_email: 72 * HOUR_MS,
  reset_password: HOUR_MS,
  change_email: DAY_MS,
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
  const [row] = await sql<{ id: string; facts: string }[]>`
    insert into email_tokens (user_id, purpose, email, old_email, old_email_confirmed, created_at, expires_at)
    values (${user_id}, ${purpose}, ${email}, ${old_email ?? null}, ${old_email_confirmed}, ${now}, ${expires})
    returning id, sealed_facts(email_tokens) as facts`;
  await sealRow(ctx.vault, sql, 'email_tokens', row!);
  return row!.id;
}

/** What proves that the shop wrote a row of email_tokens with the alias `t`: whose it is, and which address it names. */
export const tokenSeal = (sql: Db) => sql`t.id as token_id, sealed_facts(t) as token_facts, t.mac as token_mac`;

export interface TokenSeal {
  token_id: string;
  token_facts: string;
  token_mac: Uint8Array | null;
}

/** Whether the shop wrote the row. To be asked wherever its link is mailed or used. */
export const isOwnToken = (ctx: Ctx, { token_id: id, token_facts: facts, token_mac: mac }: TokenSeal): boolean =>
  checkSeals(ctx, { table: 'email_tokens', id, facts, mac });

/** The token in the mail; it is derived, not stored. */
export const writeEmailToken = (ctx: Ctx, id: string, purpose: LinkPurpose): string =>
  writeIdToken(ctx.vault, id, purpose);

/** The id in a genuine token, or undefined. */
export const readEmailToken = (ctx: Ctx, text: string, purpose: LinkPurpose): string | undefined =>
  readIdToken(ctx.vault, text, purpose);
