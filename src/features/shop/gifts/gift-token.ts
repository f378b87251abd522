import { pagePath } from '#contracts/page-path.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';
import type { Ctx } from '../../ctx.ts';

const PURPOSE = 'gift';

/** The path of a gift's link. */
export const giftPath = (ctx: Ctx, id: string): string =>
  `${pagePath('/gift')}?token=${writeIdToken(ctx.vault, id, PURPOSE)}`;

/** The id of the gift that a genuine token opens, or undefined. */
export const readGiftToken = (ctx: Ctx, token: string): string | undefined => readIdToken(ctx.vault, token, PURPOSE);
