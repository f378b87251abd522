import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

const PURPOSE = 'login_ticket';
const LIFE_MS = 5 * MINUTE_MS;

interface Account {
  id: string;
  password_hash: string;
}

/**
 * Proves a correct password while the second factor is requested, so that the page needn't store the password. Valid
 * for five minutes, until the password changes, and never without the second factor.
 */
export function writeLoginTicket(ctx: Ctx, account: Account): string {
  const until = ctx.clock.now().getTime() + LIFE_MS;
  return `${until}.${ctx.vault.mac(PURPOSE, textOf(account, until)).toString('base64url')}`;
}

export function isLoginTicket(ctx: Ctx, account: Account, ticket: string): boolean {
  const [, until, mac] = /^(\d{13})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (!until || !mac || Number(until) <= ctx.clock.now().getTime()) return false;
  return ctx.vault.verifyMac(PURPOSE, textOf(account, Number(until)), Buffer.from(mac, 'base64url'));
}

const textOf = ({ id, password_hash }: Account, until: number) => `${id} ${until} ${password_hash}`;
