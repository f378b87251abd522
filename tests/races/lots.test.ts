import { expect, test } from 'vitest';
import { placeOrder, returnCard } from '#contracts/orders.ts';
import { subtractDepartures } from '#features/cards/subtract-departures.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();

test('sales and returns of one lot while departures are subtracted leave it with the cards it has', async () => {
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
});

test('a lot without cards is gone', async () => {
  await shop.sql`update cards set state = 'withdrawn'`;
  await subtractDepartures(shop.sql);
  expect(await shop.sql`select from card_lots`).toHaveLength(0);
  expect(await shop.sql`select from card_lot_departures`).toHaveLength(0);
});
