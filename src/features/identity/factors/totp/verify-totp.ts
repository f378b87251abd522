import { verifySync } from 'otplib';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { VaultError } from '#platform/vault/vault-error.ts';
import type { VaultCtx } from '../../../ctx.ts';

const PERIOD_S = 30;

interface Row {
  data_key: Uint8Array;
  sealed: Uint8Array;
}

export const totpAad = (user_id: string) => `totp:${user_id}`;

/** The secret in a row of totp_secrets. Throws a 503 if the master key is not the one that sealed it. */
export function openTotpSecret(ctx: VaultCtx, user_id: string, { data_key, sealed }: Row): string {
  try {
    return ctx.vault.open(ctx.vault.unwrap(data_key, totpAad(user_id)), sealed, totpAad(user_id));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    ctx.log.error({ err: error, user_id }, 'a sealed second factor did not open');
    throw new AppError('unavailable', message('auth.otp_closed'));
  }
}

/**
 * Whether an app code is correct, in the caller's transaction: from this time step or an adjacent one, and later than
 * the last one used. It then counts as used: of two requests with one code, only one succeeds.
 */
export async function verifyTotp(
  ctx: VaultCtx,
  sql: Db,
  user_id: string,
  token: string,
  confirmed = true,
): Promise<boolean> {
  const [row] = await sql<Row[]>`
    select data_key, sealed from totp_secrets where user_id = ${user_id} and (confirmed_at is not null) = ${confirmed}`;
  if (!row) return false;
  const epoch = Math.floor(ctx.clock.now().getTime() / 1000);
  const secret = openTotpSecret(ctx, user_id, row);
  const result = verifySync({ secret, token, epoch, period: PERIOD_S, epochTolerance: PERIOD_S });
  if (!result.valid || !('timeStep' in result)) return false;
  const used = await sql`
    update totp_secrets set last_step = ${result.timeStep}
    where user_id = ${user_id} and last_step < ${result.timeStep} returning user_id`;
  return used.length === 1;
}
