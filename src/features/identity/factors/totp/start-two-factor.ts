import { generateSecret, generateURI } from 'otplib';
import type { Reply } from '#contracts/call.ts';
import type { startTwoFactor as contract } from '#contracts/identity/factors.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { totpAad } from './verify-totp.ts';

/** Creates a secret, shown only this once and encrypted at rest. It has no effect until a code confirms it. */
export async function startTwoFactor(ctx: VaultCtx, actor: Actor): Promise<Reply<typeof contract>> {
  const { id, username } = actor.user;
  const secret = generateSecret();
  const { key, wrapped } = ctx.vault.newDataKey(totpAad(id));
  const sealed = ctx.vault.seal(key, secret, totpAad(id));
  await transaction(ctx.sql, async (sql) => {
    const made = await sql`
      insert into totp_secrets (user_id, data_key, sealed, created_at)
      values (${id}, ${wrapped}, ${sealed}, ${ctx.clock.now()})
      on conflict (user_id) do update
      set data_key = excluded.data_key, sealed = excluded.sealed, created_at = excluded.created_at, last_step = 0
      where totp_secrets.confirmed_at is null returning user_id`;
    if (made.length === 0) throw new AppError('conflict', message('totp.on_already'));
    await appendAudit(sql, { ...by(actor), action: 'auth.totp_started', subject: id });
  });
  const { name: issuer } = await ctx.branding.read();
  return { data: { secret, uri: generateURI({ issuer, label: username, secret }) } };
}
