import { expect, test } from 'vitest';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { subtractDepartures } from '#features/shop/cards/subtract-departures.ts';
import { addStockChanges } from '#features/supply/stock/add-stock-changes.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();

test('sales and returns of one lot while lots and counts are kept small leave both with the cards there are', async () => {
  const cards = await addCards(shop, { count: 24 });
  const buyers = await Promise.all(cards.map(() => shop.createUser({ balance_cents: 5000 })));
  const counted = async () => {
    const [lot] = await shop.sql<{ cards: number; available: number }[]>`
      select coalesce((select sum(cards) from card_lots), 0)::bigint as cards,
        (select count(*) from cards where state = 'available') as available`;
    return lot!;
  };
  let busy = true;
  const subtracting = (async () => {
    while (busy) {
      await subtractDepartures(shop.sql);
      await addStockChanges(shop.sql);
      const { cards: upTo, available } = await counted();
      expect(upTo).toBeGreaterThanOrEqual(available);
    }
  })();
  const answers = await Promise.all(
    buyers.map(async (buyer, at) => {
      const bought = await shop.as(buyer)(placeOrder, { body: { ids: [cards[at]!.id] } });
      const params = { id: bought.body.data.id, card_id: cards[at]!.id };
      if (at % 3 === 0) return [bought.status];
      return [bought.status, (await shop.as(buyer)(returnCard, { params })).status];
    }),
  );
  busy = false;
  await subtracting;
  await subtractDepartures(shop.sql);
  expect(answers.flat().filter((status) => status !== 201 && status !== 200)).toEqual([]);
  expect(await counted()).toEqual({ cards: 16, available: 16 });
  const [figures] = await shop.sql`select total, available, sold, sold_price_cents from batch_figures`;
  expect(figures).toEqual({ total: 24, available: 16, sold: 8, sold_price_cents: 8 * 900 });
});

test('a lot without cards is gone', async () => {
  await shop.sql`update cards set state = 'withdrawn'`;
  await subtractDepartures(shop.sql);
  expect(await shop.sql`select from card_lots`).toHaveLength(0);
  expect(await shop.sql`select from card_lot_departures`).toHaveLength(0);
});
