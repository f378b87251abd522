import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { until } from '#platform/jobs/until.ts';
import { addBuyer, copyShop, createDataDir, openBooks, startShop } from './shop-process.ts';

export const demoPassword = 'facevalue-demo';

interface Asked {
  method?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A copy of the shop that speaks more languages: files alone add them, to everything but the built scripts. */
async function copyWith(dir: string, catalogues: Record<string, Record<string, string>>): Promise<string> {
  const copy = await copyShop(dir);
  for (const [locale, texts] of Object.entries(catalogues))
    await writeFile(join(copy, 'src', 'i18n', `${locale}.json`), JSON.stringify(texts));
  return copy;
}

/**
 * The shop as `npm start` runs it: its own process, database, pages and chain; stopped after the test file. With
 * `catalogues`, by language, it is a copy that speaks these as well.
 */
export async function runShop(env: Record<string, string> = {}, catalogues?: Record<string, Record<string, string>>) {
  const dir = await createDataDir();
  const cwd = catalogues && (await copyWith(dir, catalogues));
  const shop = await startShop(dir, { NODE_ENV: 'production', ...env }, { ...(cwd && { cwd }) });
  const books = await openBooks(dir);
  afterAll(() => books.end({ timeout: 1 }));

  /** One call of the JSON API; throws if it is refused. */
  async function api<T>(path: string, { method, token, body, headers }: Asked = {}): Promise<T> {
    const response = await fetch(`${shop.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method ?? ''} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  const devices = new Map<string, string>();

  /** The token of a demo account, on the device that it first signed in on, which is trusted. */
  async function signIn(username: string): Promise<string> {
    const device = devices.get(username);
    const body = { username, password: demoPassword, ...(device && { device }) };
    const signedIn = await api<{ access_token: string; device: string }>('/api/auth/login', { body });
    devices.set(username, signedIn.device);
    return signedIn.access_token;
  }

  async function balanceOf(token: string): Promise<number> {
    return (await api<{ data: { balance_cents: number } }>('/api/auth/users', { token })).data.balance_cents;
  }

  /** Waits for a coin to be offered: the demo chain starts in parallel to the shop. */
  async function untilOffered(coin: string): Promise<void> {
    const token = await signIn('buyer');
    type Options = { data: { offered: { coin: string; available: boolean }[] } };
    const isOffered = async () =>
      (await api<Options>('/api/search/billings', { token })).data.offered.some(
        (offer) => offer.coin === coin && offer.available,
      );
    if (!(await until(isOffered, 60_000))) throw new Error(`${coin} is not offered`);
  }

  return {
    url: shop.url,
    printed: shop.printed,
    books,
    api,
    signIn,
    balanceOf,
    untilOffered,
    addBuyer: (cents: number) => addBuyer(books, cents),
  };
}

export type RunningShop = Awaited<ReturnType<typeof runShop>>;
