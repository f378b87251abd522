import type { Input, Reply } from '#contracts/call.ts';
import type { cardOptions as contract } from '#contracts/shop/cards.ts';
import { countryName, currencyName } from '#i18n/format.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import type { Programme, Stock } from '../../supply/programmes/catalogue/catalogue.ts';
import { findProgrammes, soldIn } from '../../supply/programmes/catalogue/find-programmes.ts';
import { termsIn } from '../../supply/programmes/catalogue/terms-in.ts';

const LEVELS = ['Standard', 'Plus', 'Premium'];

/** The card list's filters, with the number of cards on sale for each; counts are at most 10 s old. */
export async function cardOptions(
  ctx: Ctx,
  visitor: Visitor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [programmes, stock] = await Promise.all([ctx.catalogue.programmes(), ctx.catalogue.stock()]);
  const onSale = [...programmes.values()].flatMap((programme) => {
    const held = stock.get(programme.id);
    return held ? [{ programme, held }] : [];
  });
  const locale = localeOf(visitor);
  const held = onSale.map((entry) => entry.held);
  return {
    data: {
      total: held.reduce((sum, { on_sale }) => sum + on_sale, 0),
      found: await countOf(ctx, findProgrammes(programmes, query), query),
      programmes: onSale.map(({ programme, held }) => ({
        value: programme.id,
        label: programme.name,
        count: held.on_sale,
        brand: programme.brand,
        color_from: programme.color_from,
        color_to: programme.color_to,
        motif: programme.motif,
        redemption_text: programme.redemption_translations[locale] ?? programme.redemption_text,
        expiry_policy: termsIn(locale, programme),
        funds: programme.funds,
        terms_url: programme.terms_url,
        countries: soldIn(programme),
        price_from_cents: held.price_min,
        best_discount_bp: held.discount_max,
      })),
      countries: grouped(onSale, soldIn, (code) => countryName(locale, code)),
      currencies: grouped(
        onSale,
        (programme) => [programme.currency],
        (code) => currencyName(locale, code),
      ),
      levels: grouped(onSale, (programme) => [programme.level], String).sort(
        (a, b) => LEVELS.indexOf(a.value) - LEVELS.indexOf(b.value),
      ),
      face_cents: rangeOf(held.map(({ face_min, face_max }) => [face_min, face_max])),
      price_cents: rangeOf(held.map(({ price_min, price_max }) => [price_min, price_max])),
    },
  };
}

type Query = Input<typeof contract>['query'];

/** How many cards of these programmes, or of all, the query finds. */
async function countOf(ctx: Ctx, chosen: readonly string[] | null, query: Query): Promise<number | null> {
  const { face_min = 0, face_max = Infinity, price_min = 0, price_max = Infinity, discount_min = -Infinity } = query;
  const offers = await ctx.catalogue.offers();
  if (!offers) return null;
  const among = chosen && new Set(chosen);
  let found = 0;
  for (const { programme_id, face_cents, price_cents, discount_bp, cards } of offers) {
    if (among && !among.has(programme_id)) continue;
    if (face_cents < face_min || face_cents > face_max || discount_bp < discount_min) continue;
    if (price_cents >= price_min && price_cents <= price_max) found += cards;
  }
  return found;
}

function grouped(
  entries: readonly { programme: Programme; held: Stock }[],
  keysOf: (programme: Programme) => readonly string[],
  labelOf: (value: string) => string,
) {
  const counts = new Map<string, number>();
  for (const { programme, held } of entries) {
    for (const value of keysOf(programme)) counts.set(value, (counts.get(value) ?? 0) + held.on_sale);
  }
  return Array.from(counts, ([value, count]) => ({ value, label: labelOf(value), count })).sort((a, b) =>
    a.label < b.label ? -1 : 1,
  );
}

function rangeOf(ranges: readonly (readonly [min: number, max: number])[]): { min: number; max: number } {
  if (ranges.length === 0) return { min: 0, max: 0 };
  return { min: Math.min(...ranges.map(([min]) => min)), max: Math.max(...ranges.map(([, max]) => max)) };
}
