import { timingSafeEqual } from 'node:crypto';
import type { Inbox } from '#platform/setting-inbox.ts';
import type { Ctx } from '../../../ctx.ts';

const PURPOSE = 'ticket reply';
// Mail servers may write the part before the @ in small letters and allow it 64 characters.
const MAC_BYTES = 16;

const macOf = ({ vault }: Ctx, number: string) => vault.mac(PURPOSE, number).subarray(0, MAC_BYTES);

/** The address to which replies about a ticket go. Nobody can make one up. */
export const replyAddress = (ctx: Ctx, { domain }: Inbox, number: number): string =>
  `ticket+${number}.${macOf(ctx, String(number)).toString('hex')}@${domain}`;

/** The number of the ticket that a genuine address is of, or undefined. */
export function readReplyAddress(ctx: Ctx, { domain }: Inbox, address: string): number | undefined {
  const parts = /^ticket\+(\d{1,15})\.([0-9a-f]{32})@(.+)$/.exec(address.toLowerCase());
  if (parts?.[3] !== domain) return undefined;
  const number = parts[1]!;
  return timingSafeEqual(macOf(ctx, number), Buffer.from(parts[2]!, 'hex')) ? Number(number) : undefined;
}
