import { timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

/** How long the code of a link can be typed. The link itself is good for longer: nobody can guess it. */
export const EMAIL_CODE_MS = HOUR_MS;

interface MailedToken {
  token_id: string;
  user_id: string;
}

/** The eight digits mailed beside the link that confirms an address; derived, not stored. */
export const emailCode = ({ vault }: Ctx, { token_id, user_id }: MailedToken): string =>
  String(vault.mac('verify_email_code', `${token_id} ${user_id}`).readUIntBE(0, 6) % 100_000_000).padStart(8, '0');

/** Whether typed text is the code, whatever spaces and hyphens stand in it. */
export function isEmailCode(ctx: Ctx, typed: string, token: MailedToken): boolean {
  const [one, other] = [Buffer.from(typed.replace(/[\s-]/g, '')), Buffer.from(emailCode(ctx, token))];
  return one.length === other.length && timingSafeEqual(one, other);
}
