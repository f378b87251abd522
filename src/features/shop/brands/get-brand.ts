import type { Input, Reply } from '#contracts/call.ts';
import { exceededLimit } from '#contracts/customers/exceeded-limit.ts';
import type { BrandPage, getBrand as contract } from '#contracts/shop/brands.ts';
import { message } from '#i18n/message.ts';
import { formatUnits } from '#platform/chain/units.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { readLimitsUsed } from '../../customers/tiers/read-limits-used.ts';
import type { Programme, Stock } from '../../supply/programmes/catalogue/catalogue.ts';
import { readHistory } from './history/read-history.ts';
import { offeredBrands } from './offered/offered-brands.ts';
import type { RateRow } from './offered/read-brands.ts';
import { limitsOf, shownBrand } from './offered/shown-brand.ts';

interface Reader {
  locale: string;
  limits: { one_order_cents: number; spend_24h_cents: number };
  spent_cents: number;
}

/** A brand with all that a buyer wants to know before the first card is in the cart. */
export async function getBrand(
  ctx: Ctx,
  visitor: Visitor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { offered, categories, rates } = await offeredBrands(ctx);
  const found =
    offered.find(({ brand }) => brand.slug === params.slug) ??
    offered.find(({ brand }) => brand.old_slugs.includes(params.slug));
  if (!found) throw new AppError('not_found', message('brands.not_found'));
  const locale = localeOf(visitor);
  const [history, used] = await Promise.all([
    readHistory(ctx, found, locale),
    visitor.user && readLimitsUsed(ctx.sql, visitor.user.id, ctx.clock.now()),
  ]);
  const reader: Reader = { locale, limits: limitsOf(visitor), spent_cents: used?.spent_24h_cents ?? 0 };
  const shown = shownBrand(found, categories, reader);
  const { brand, programmes, stock } = found;
  return {
    data: {
      ...shown,
      about: brand.translations[reader.locale]?.about ?? brand.about,
      programmes: programmes.map((each) =>
        shownProgramme(
          each,
          stock.find(({ programme_id }) => programme_id === each.id),
          { reader, rate: rates.get(each.currency) },
        ),
      ),
      rate: shown.currencies.flatMap((currency) => {
        const rate = rates.get(currency);
        return rate ? [{ currency, usd: formatUnits(BigInt(rate.usd_e9), 9), at: rate.at }] : [];
      }),
      ...history,
    },
  };
}

function shownProgramme(
  each: Programme,
  stock: Stock | undefined,
  { reader, rate }: { reader: Reader; rate: RateRow | undefined },
): BrandPage['programmes'][number] {
  const { id, name, issuer_name, country, other_countries, currency, level, kind, has_pin } = each;
  const { funds, terms_url, guarantee_hours, barcode } = each;
  const { one_order_cents, spend_24h_cents } = reader.limits;
  const room = { one_order_cents, day_cents: spend_24h_cents - reader.spent_cents };
  return {
    id,
    name,
    issuer_name,
    country,
    other_countries,
    currency,
    level,
    kind,
    has_pin,
    redemption_text: each.redemption_translations[reader.locale] ?? each.redemption_text,
    expiry_policy: each.expiry_translations[reader.locale] ?? each.expiry_policy,
    fee_text: each.fee_translations[reader.locale] ?? each.fee_text,
    funds,
    terms_url,
    guarantee_hours,
    barcode,
    values: (stock?.values ?? []).map(({ face_cents, price_cents, discount_bp, on_sale }) => ({
      face_cents,
      price_cents,
      discount_bp,
      on_sale,
      worth_cents: rate ? Number((BigInt(face_cents) * BigInt(rate.usd_e9) + 500_000_000n) / 1_000_000_000n) : null,
      over_limit: exceededLimit(room, price_cents),
    })),
  };
}
