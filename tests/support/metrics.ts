import type { TestShop } from './shop.ts';

export const metrics_token = 'scrape-me-please';
export const authorization = `Bearer ${metrics_token}`;

/** What a scraper gets from a shop with this token. */
export const scrape = ({ app }: Pick<TestShop, 'app'>, headers: Record<string, string>, host = 'localhost') =>
  app.request(`http://${host}/metrics`, { headers });

/** The samples of one metric, by their labels. */
export async function readMetric(from: Pick<TestShop, 'app'>, name: string): Promise<Record<string, number>> {
  const text = await (await scrape(from, { authorization })).text();
  const samples = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...samples].map(([, labels = '', value]) => [labels, Number(value)]));
}
