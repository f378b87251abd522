import { afterEach, expect, it, vi } from 'vitest';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { readSources } from '../../../../../tools/source-texts.ts';
import { usesIn } from '../../../../../tools/sql-arrows/check-sql-arrows.ts';

/** The caches that are read from a table, or from what its triggers keep. */
const CACHES: Record<string, string> = {
  cards: 'catalogue',
  programmes: 'catalogue',
  brands: 'brands',
  brand_categories: 'brands',
  brand_slugs: 'brands',
};

/** What may change something without that, and why. */
const LATE: Record<string, string> = {
  'demo/brands/seed-brands.ts': 'nobody can look yet',
  'supply/batches/canaries/choose-canaries.ts': 'whether they go on sale is decided after it',
  'supply/batches/cards/insert-cards.ts': 'nothing of it is on sale before its approval',
  'supply/batches/cards/mark-sold.ts': 'counts may be some seconds old: each sale would have them all read anew',
  'supply/batches/cards/put-back.ts': 'as with sales, counts may be some seconds old',
  'supply/batches/cards/release-cards.ts': 'as with sales, counts may be some seconds old',
  'supply/batches/secrets/seal-made-codes.ts': 'in a copy for staging, which no shop runs on yet',
  'supply/batches/states/report-unusable.ts': 'a mark that buyers are not shown',
  'supply/programmes/create-programme.ts': 'buyers are not shown a proposal',
};

const shop = await createTestShop();
const [card] = await addCards(shop, { count: 3 });

afterEach(() => {
  vi.useRealTimers();
});

it('counts are renewed behind the requests that ask for them, and none is older than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const counted = async () => [...(await shop.ctx.catalogue.stock()).values()].map(({ on_sale }) => on_sale);
  expect(await counted()).toEqual([3]);
  await shop.sql`update cards set state = 'sold' where id = ${card!.id}`;
  expect(await counted()).toEqual([3]);
  vi.advanceTimersByTime(6_000);
  expect(await counted()).toEqual([3]);
  await expect.poll(counted).toEqual([2]);
  await shop.sql`update cards set state = 'sold'`;
  vi.advanceTimersByTime(11_000);
  expect(await counted()).toEqual([]);
});

it('is read anew after each commit that changes cards, programmes or brands', () => {
  const silent = readSources('src/features', /\.ts$/).flatMap((source) => {
    const file = source.file.replace('src/features/', '');
    const tables = usesIn(source).flatMap(({ does, table }) => (does === 'writes' ? [table] : []));
    const caches = tables.flatMap((table) => CACHES[table] ?? []);
    return caches.every((cache) => source.text.match(`afterCommit\\(\\w+, ctx.${cache}.forget\\)`)) ? [] : [file];
  });
  expect(silent.sort()).toEqual(Object.keys(LATE));
});
