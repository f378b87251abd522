import type { Input, Reply } from '#contracts/call.ts';
import type { listPrefixes as contract, Prefix } from '#contracts/shop/prefixes.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { termsIn } from '../../supply/programmes/catalogue/terms-in.ts';
import type { Offer, Term } from './offers/offer-index.ts';
import { searchTerms } from './search-terms.ts';

type Query = Input<typeof contract>['query'];

/** The prefix directory: facts about programmes with cards on sale, and about no other numbers. */
export async function listPrefixes(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const sort = query.sort ?? 'prefix';
  const page = numberedPage(query, 20);
  const locale = localeOf(actor);
  const index = await ctx.prefixOffers.current();
  const search = { sort, offset: offsetOf(page), limit: page.per_page };
  const { total, offers } = index.find({ ...search, terms: termsOf(query) });
  // Whether a search finds anything here, whatever else the list is filtered by.
  const isSold = total > 0 || !query.q || index.find({ ...search, terms: termsOf({ q: query.q }) }).total > 0;
  return {
    data: await withFacts(ctx, offers, locale),
    meta: { ...numberedMeta(page, total, offers.length), sort },
    message: isSold ? null : translate(locale, message('prefixes.not_sold')),
  };
}

function termsOf({ q, kind, level, country, currency }: Query): Term[][] {
  const facts = Object.entries({ kind, level, country, currency });
  return [
    ...(q ? searchTerms(q) : []),
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [[`${name}=${value}`]])),
  ];
}

interface Row extends Omit<Prefix, 'programme' | 'redemption' | 'expiry_policy' | 'on_sale' | 'from_price_cents'> {
  name: string;
  redemption_text: string;
  redemption_translations: Record<string, string>;
  expiry_policy: string;
  expiry_translations: Record<string, string>;
  fee_text: string;
  fee_translations: Record<string, string>;
}

async function withFacts({ sql }: Ctx, offers: readonly Offer[], locale: string): Promise<Prefix[]> {
  if (offers.length === 0) return [];
  const rows = await sql<Row[]>`
    select id, prefix, name, (select slug from brands where id = brand_id) as brand, issuer_name as issuer,
      code_format -> 'code' ->> 'kind' as kind, level, country,
      array_prepend(country, other_countries) as countries, currency, redemption_text,
      redemption_translations, expiry_policy, expiry_translations, fee_text, fee_translations
    from programmes where id = any(${offers.map(({ programme_id }) => programme_id)}::uuid[])`;
  const programmes = new Map(rows.map((row) => [row.id, row]));
  return offers.map((offer) => shown(offer, programmes.get(offer.programme_id)!, locale));
}

function shown({ on_sale, from_price_cents }: Offer, row: Row, locale: string): Prefix {
  const { id, prefix, brand, issuer, kind, level, country, countries, currency } = row;
  return {
    id,
    prefix,
    programme: { id, name: row.name },
    brand,
    issuer,
    kind,
    level,
    country,
    countries,
    currency,
    redemption: row.redemption_translations[locale] ?? row.redemption_text,
    expiry_policy: termsIn(locale, row),
    on_sale,
    from_price_cents: from_price_cents!,
  };
}
