import type { Reply } from '#contracts/call.ts';
import type { prefixOptions as contract, Prefix } from '#contracts/shop/prefixes.ts';
import { countryName, currencyName } from '#i18n/format.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';

/** The filters of the prefix directory, with the number of programmes that each leaves. */
export async function prefixOptions(ctx: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const index = await ctx.prefixOffers.current();
  const locale = localeOf(actor);
  const options = (fact: string, labelOf: (value: string) => string) =>
    [...index.count(fact)]
      .map(([value, count]) => ({ value, label: labelOf(value), count }))
      .sort((a, b) => a.label.localeCompare(b.label));
  return {
    data: {
      // Every programme has one.
      total: [...index.count('kind').values()].reduce((sum, count) => sum + count, 0),
      kinds: options('kind', (kind) => translate(locale, message(`prefixes.kind.${kind as Prefix['kind']}`))),
      levels: options('level', String),
      countries: options('country', (code) => countryName(locale, code)),
      currencies: options('currency', (code) => currencyName(locale, code)),
    },
  };
}
