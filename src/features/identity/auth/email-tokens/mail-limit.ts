import { HOUR_S } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import { keyOfText, type Limit } from '../../sessions/throttle/throttle.ts';

/** How many mails anyone may trigger to one address, across all accounts. */
export const mailLimit = (ctx: Ctx, email: string): Limit => ({
  key: `mail:${keyOfText(ctx, email)}`,
  hits: 5,
  window_seconds: HOUR_S,
});
