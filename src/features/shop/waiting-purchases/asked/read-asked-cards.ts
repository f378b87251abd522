import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { saleStatus } from '../../../supply/programmes/catalogue/on-sale.ts';
import { refuseOwnStock } from '../../../supply/sellers/access/refuse-own-stock.ts';
import { offSale } from '../../orders/place-order.ts';

export interface AskedCard {
  id: string;
  price_cents: number;
  by_value: boolean;
}

interface Row extends AskedCard {
  batch_id: string;
  status: string;
}

/** The cards that somebody asks for, with what they cost now; refuses those that can't be bought. Nothing is reserved. */
export async function readAskedCards(
  ctx: Ctx,
  sql: Tx,
  user_id: string,
  asked: { ids: readonly string[]; by_value: boolean },
): Promise<AskedCard[]> {
  const ids = [...new Set(asked.ids)];
  const cards = await sql<Row[]>`
    select c.id, c.price_cents, c.batch_id, ${saleStatus(sql, ctx.clock)} as status,
      ${asked.by_value} or i.max_price_cents is not null as by_value
    from cards c left join cart_items i on i.card_id = c.id and i.user_id = ${user_id}
    where c.id = any(${ids}) order by c.id`;
  const available = cards.filter(({ status }) => status === 'available');
  const gone = new Set(ids).difference(new Set(available.map(({ id }) => id)));
  if (gone.size > 0) throw await offSale(sql, ctx.clock, [...gone]);
  await refuseOwnStock(
    sql,
    user_id,
    cards.map(({ batch_id }) => batch_id),
  );
  return available;
}
