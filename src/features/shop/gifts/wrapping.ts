import type { GiftDesign } from '#contracts/shop/gift-designs.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { bearsName } from '../../supply/programmes/brand-names/resembles.ts';

const AHEAD_MS = 366 * DAY_MS;
// `x.com`, also in scripts that write vowels as marks or with a picture before the dot, with brackets or spaces there, which readers
// put back; and what programs open by its scheme.
const LINK =
  /\b(?:mailto|tel|sms|javascript|data):|[a-z]:\/\/|\bwww\b|[\p{L}\p{M}\p{N}\p{So}](?:[.。]|\s*[[({<]\s*(?:[.。]|dot)\s*[\])}>]\s*|\s+[.。])\p{L}[\p{L}\p{M}]|\d{1,3}(\.\d{1,3}){3}/iu;

/** What a gift says, and when it is mailed. */
export interface Wrapping {
  giver: string;
  message: string;
  design: GiftDesign;
  /** null: at once. */
  send_at: Date | null;
}

interface Typed {
  giver: string;
  message: string;
  design: GiftDesign;
  send_at?: string | undefined;
}

/**
 * What was typed, checked: without links or the shop's own name for the giver, and with a time that is ahead, within a year, where
 * something is mailed at all.
 */
export async function checkWrapping(ctx: Ctx, typed: Typed, mailed: boolean): Promise<Wrapping> {
  const { giver, message: text, design, send_at } = typed;
  refuseLinks('giver', giver);
  refuseLinks('message', text);
  // It stands in the subject of a mail from the shop, and above a button of its page.
  if (bearsName(giver, (await ctx.branding.read()).name)) throw invalidField('giver', message('gift.shop_as_giver'));
  if (send_at === undefined) return { giver, message: text, design, send_at: null };
  if (!mailed) throw invalidField('send_at', message('gift.day_needs_address'));
  const now = ctx.clock.now().getTime();
  const at = new Date(send_at);
  if (at.getTime() > now + AHEAD_MS) throw invalidField('send_at', message('gift.day_too_far'));
  return { giver, message: text, design, send_at: at.getTime() > now ? at : null };
}

/** Refuses links: phishers would have our mails carry theirs. Mail programs turn bare host names into links, too. */
function refuseLinks(field: 'giver' | 'message', text: string): void {
  // Format characters, soft hyphens and variation selectors are invisible to the reader.
  if (LINK.test(text.normalize('NFKC').replace(/[\p{Cf}\p{DI}]/gu, '')))
    throw invalidField(field, message(field === 'giver' ? 'gift.no_links_in_name' : 'gift.no_links'));
}
