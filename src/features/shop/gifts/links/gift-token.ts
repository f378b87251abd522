import { pagePath } from '#contracts/page-path.ts';
import { readIdToken, writeIdToken } from '#platform/vault/id-token.ts';
import type { Ctx, VaultCtx } from '../../../ctx.ts';

const PURPOSE = 'gift';
const DEVICE_PURPOSE = 'gift device';

/** The path of a gift's link. */
export const giftPath = (ctx: Ctx, id: string): string =>
  `${pagePath('/gift')}?token=${writeIdToken(ctx.vault, id, PURPOSE)}`;

/** The id of the gift that a genuine token opens, or undefined. */
export const readGiftToken = (ctx: Ctx, token: string): string | undefined => readIdToken(ctx.vault, token, PURPOSE);

/** What the device that opens a gift gets: nobody else can make it, and no row says it. */
export const deviceToken = (ctx: VaultCtx, id: string): string => writeIdToken(ctx.vault.own, id, DEVICE_PURPOSE);

/** Whether a device shows that it opened this gift. */
export const isDeviceOf = (ctx: VaultCtx, id: string, device: string | undefined): boolean =>
  device !== undefined && readIdToken(ctx.vault.own, device, DEVICE_PURPOSE) === id;
