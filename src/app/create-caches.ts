import type { Ctx } from '#features/ctx.ts';
import { createBranding } from '#features/messages/branding/create-branding.ts';
import { createBrands } from '#features/shop/brands/offered/create-brands.ts';
import { createPrefixOffers } from '#features/shop/prefixes/offers/create-prefix-offers.ts';
import { createIssuerClient } from '#features/supply/issuers/adapter/create-issuer-client.ts';
import { createCatalogue } from '#features/supply/programmes/catalogue/catalogue.ts';

type Caches = Pick<Ctx, 'branding' | 'brands' | 'catalogue' | 'issuers' | 'prefixOffers'>;

/** What a process remembers of its shop. */
export function createCaches({ reads: sql, clock, config }: Pick<Ctx, 'reads' | 'clock' | 'config'>): Caches {
  return {
    branding: createBranding(sql),
    brands: createBrands({ sql, clock }),
    catalogue: createCatalogue({ sql, clock }),
    issuers: createIssuerClient({ config, clock }),
    prefixOffers: createPrefixOffers({ sql, clock }),
  };
}
