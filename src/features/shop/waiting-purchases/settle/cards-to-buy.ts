import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { saleStatus } from '../../../supply/programmes/catalogue/on-sale.ts';
import { cheapestCards } from '../../cart/swap/cheapest-cards.ts';
import type { Waiting } from './lock-purchase.ts';

interface Line {
  id: string;
  price_cents: number;
  max_price_cents: number;
  by_value: boolean;
  programme_id: string;
  face_cents: number;
  expires_on: string | null;
  status: string;
  programme_active: boolean;
}

type ToBuy = { ids: string[]; total_cents: number } | { why: 'price' | 'gone' | 'programme' };

/**
 * The cards as they can be bought now, none dearer than its buyer saw: an equal one in place of each that was chosen by its value and is gone
 * or dearer. If there is none, why. A card that is paused for a while counts as gone only once its money is there.
 */
export async function cardsToBuy(ctx: Ctx, sql: Tx, waiting: Waiting): Promise<ToBuy> {
  const { user_id, card_ids, prices_cents, value_card_ids } = waiting;
  const lines = await sql<Line[]>`
    select c.id, c.price_cents, line.price_cents as max_price_cents, c.id = any(${value_card_ids}::uuid[]) as by_value, c.programme_id, c.face_cents,
      c.expires_on, ${saleStatus(sql, ctx.clock)} as status, g.state = 'active' as programme_active
    from unnest(${card_ids}::uuid[], ${prices_cents}::bigint[]) as line (card_id, price_cents)
    join cards c on c.id = line.card_id join programmes g on g.id = c.programme_id`;
  const taken: { id: string; price_cents: number }[] = lines.filter(fits);
  for (const line of lines.filter((each) => !fits(each))) {
    if (!line.programme_active) return { why: 'programme' };
    const equal = line.by_value
      ? await findEqual(ctx, sql, { user_id, line, except: [...card_ids, ...idsOf(taken)] })
      : null;
    if (equal) taken.push(equal);
    else if (line.status === 'available') return { why: 'price' };
    else if (line.status !== 'paused' || waiting.credited) return { why: 'gone' };
  }
  return { ids: idsOf(taken), total_cents: taken.reduce((sum, { price_cents }) => sum + price_cents, 0) };
}

const fits = ({ status, price_cents, max_price_cents }: Line) =>
  status === 'available' && price_cents <= max_price_cents;

const idsOf = (cards: readonly { id: string }[]) => cards.map(({ id }) => id);

/** The cheapest card of the same programme and value that lasts as long and costs no more. */
async function findEqual(
  { clock }: Ctx,
  sql: Tx,
  { user_id, line, except }: { user_id: string; line: Line; except: readonly string[] },
): Promise<{ id: string; price_cents: number } | undefined> {
  const { programme_id, face_cents, max_price_cents, expires_on } = line;
  const found = await cheapestCards(sql, clock, {
    user_id,
    programme_id,
    face_cents,
    max_price_cents,
    expires_from: expires_on,
    limit: except.length + 1,
    // One may lie in the buyer's cart.
    with_cart: true,
  });
  return found.find(({ id }) => !except.includes(id));
}
