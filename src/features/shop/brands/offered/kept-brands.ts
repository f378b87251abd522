import { Kept } from '#platform/kept.ts';
import type { Ctx } from '../../../ctx.ts';
import { readBrands } from './read-brands.ts';

export type Brands = Awaited<ReturnType<typeof readBrands>>;

// One for each installation in this process; the configuration is its one object that never changes.
const kept = new WeakMap<Ctx['config'], Kept<Brands>>();

/** Brands, categories and rates, at most 10 s old. */
export function keptBrands(ctx: Ctx): Promise<Brands> {
  let brands = kept.get(ctx.config);
  if (!brands) {
    brands = new Kept(() => readBrands(ctx));
    kept.set(ctx.config, brands);
  }
  return brands.get();
}

/** Has this process read them anew: after a change that must show at once. */
export const forgetBrands = (ctx: Ctx) => kept.get(ctx.config)?.forget();
