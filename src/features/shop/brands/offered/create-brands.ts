import { createTimedCache, type TimedCache } from '#platform/timed-cache.ts';
import type { Ctx } from '../../../ctx.ts';
import { readBrands } from './read-brands.ts';

declare module '../../../ctx.ts' {
  interface Ctx {
    /** Brands, categories and rates. */
    brands: TimedCache<Brands>;
  }
}

export type Brands = Awaited<ReturnType<typeof readBrands>>;

export const createBrands = (ctx: Pick<Ctx, 'sql' | 'clock'>): Ctx['brands'] => createTimedCache(() => readBrands(ctx));
