import type { Ctx } from '../../../ctx.ts';

// The address is made from the row's id and its mac: nothing that opens it is stored.

/** The private address of a feed. */
export function feedUrl(ctx: Ctx, id: string): string {
  return `${ctx.config.public_url}/feeds/news?token=${id}.${ctx.vault.mac('news_feed', id).toString('base64url')}`;
}

/** The id in a genuine address, or undefined. */
export function feedIdOf(ctx: Ctx, token: string): string | undefined {
  const [, id = '', mac = ''] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/.exec(token) ?? [];
  return id && ctx.vault.verifyMac('news_feed', id, Buffer.from(mac, 'base64url')) ? id : undefined;
}
