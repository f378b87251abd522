import type { Reply } from '#contracts/call.ts';
import type { cardOptions as contract } from '#contracts/cards.ts';
import { countryName, currencyName } from '#i18n/format.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';
import { approvedProgrammes, type Programme, type Stock, stockByProgramme } from '../programmes/catalogue.ts';
import { soldIn } from '../programmes/find-programmes.ts';

const LEVELS = ['Standard', 'Plus', 'Premium'];

/** The card list's filters, with the number of cards on sale for each; counts are at most 10 s old. */
export async function cardOptions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const [programmes, stock] = await Promise.all([approvedProgrammes(ctx), stockByProgramme(ctx)]);
  const onSale = [...programmes.values()].flatMap((programme) => {
    const held = stock.get(programme.id);
    return held ? [{ programme, held }] : [];
  });
  const locale = localeOf(actor);
  const held = onSale.map((entry) => entry.held);
  return {
    data: {
      total: held.reduce((sum, { on_sale }) => sum + on_sale, 0),
      programmes: onSale.map(({ programme, held }) => ({
        value: programme.id,
        label: programme.name,
        count: held.on_sale,
        color_from: programme.color_from,
        color_to: programme.color_to,
        motif: programme.motif,
        redemption_text: programme.redemption_translations[locale] ?? programme.redemption_text,
        expiry_policy: [programme.expiry_policy, programme.fee_text].filter(Boolean).join('\n\n'),
        funds: programme.funds,
        terms_url: programme.terms_url,
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
