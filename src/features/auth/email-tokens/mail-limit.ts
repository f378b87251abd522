import type { Ctx } from '../../ctx.ts';
import { keyOfText, type Limit } from '../../sessions/throttle/throttle.ts';

/** How often one address is written to at the wish of whoever types it, over all accounts. */
export const mailLimit = (ctx: Ctx, email: string): Limit => ({
  key: `mail:${keyOfText(ctx, email)}`,
  hits: 5,
  window_seconds: 3600,
});
