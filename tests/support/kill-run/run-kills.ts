import process from 'node:process';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { type Random, seededRandom } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { until } from '#platform/jobs/until.ts';
import { addBuyer, openBooks, type ShopProcess, startShop } from '../shop-process.ts';
import { shopAlong } from './buyers.ts';
import { type Breach, History } from './history.ts';
import { findBreaches } from './invariants/find-breaches.ts';
import { readAgain } from './invariants/read-again.ts';
import { databaseRun, type Kind, killsShop, planKills, strike } from './kills.ts';
import { type Field, Market } from './market.ts';
import { reserveAlong, scarceWish } from './preorders.ts';
import { progress } from './report.ts';
import { topUpAlong } from './top-ups.ts';
import { buyValues, commonValues } from './value-buyers.ts';

const BUYERS = 4;
const VALUE_BUYERS = 2;
const BUYER_CENTS = 2_000_00;
const CARDS = 150;
/** After this many kills the buyers rest, everything is checked, and others take over. */
const CHECK_EVERY = 25;
const SAY_EVERY = 10;
const LIMIT_MS = 5 * MINUTE_MS;

export interface KillRun {
  shop: ShopProcess;
  history: History;
  /** Milliseconds until ready after each kill. */
  readyMs: Map<Kind, number[]>;
  breaches: Breach[];
}

interface Options {
  dir: string;
  kills: number;
  seed: string;
}

/** Kills a shop and its database under buyers at work, and checks what is left. Stops at the first check that fails. */
export async function runKills({ dir, kills, seed }: Options): Promise<KillRun> {
  const random = seededRandom(seed);
  const run: KillRun = { shop: await startShop(dir), history: new History(dir), readyMs: new Map(), breaches: [] };
  const { history, readyMs, breaches } = run;
  process.stdout.write(`kill run: ${kills} kills, SEED=${seed}\n`);
  const plan = planKills(kills, random);
  for (let done = 0; done < kills && breaches.length === 0; ) {
    const shift = await startShift(run, dir, `${seed}/${done}`);
    try {
      for (const kind of plan.slice(done, done + CHECK_EVERY)) {
        await killOnce(run, dir, kind, random);
        // Without its buyers each further kill would only wait.
        if (history.wrong.length > 0) break;
        if (++done % SAY_EVERY === 0 && done < kills) process.stdout.write(progress(readyMs, history, breaches.length));
      }
    } finally {
      shift.stop();
    }
    await shift.ended;
    breaches.push(...history.wrong, ...(await check(run, dir, shift.buyers)));
  }
  process.stdout.write(progress(readyMs, history, breaches.length));
  return run;
}

/** Buyers at work until `stop`; they finish what is under way. */
async function startShift(run: KillRun, dir: string, seed: string) {
  const { history } = run;
  const books = await openBooks(dir);
  const add = async (cents: number) => {
    const buyer = await addBuyer(books, cents);
    history.opening_cents.set(buyer.id, cents);
    return buyer;
  };
  const several = (length: number) => Promise.all(Array.from({ length }, () => add(BUYER_CENTS)));
  const buyers = await several(BUYERS);
  const valueBuyers = await several(VALUE_BUYERS);
  const payer = await add(100);
  // What is bought for this one depends on when others give cards back, so no balance is told for it.
  const patient = await addBuyer(books, BUYER_CENTS);
  const cards = await books<{ id: string }[]>`
    select id from cards where state = 'available' and price_cents < 5000 order by price_cents, id limit ${CARDS}`;
  const ids = cards.map(({ id }) => id);
  const wish = await scarceWish(books, ids);
  const values = await commonValues(books, ids);
  await books.end({ timeout: 1 });
  const market = new Market(ids);
  const field: Field = { url: () => run.shop.url, history, market, stopping: false };
  const ended = Promise.all([
    ...buyers.map((buyer, at) => shopAlong(field, buyer, seededRandom(`${seed}/${at}`))),
    ...valueBuyers.map((buyer, at) => buyValues(field, buyer, { values, random: seededRandom(`${seed}/value-${at}`) })),
    topUpAlong(field, payer),
    reserveAlong(field, patient, { wish, random: seededRandom(`${seed}/patient`) }),
  ]).catch((error: Error) => {
    field.stopping = true;
    history.wrong.push({ rule: 'outcome_unknown', detail: error.stack ?? error.message });
  });
  return {
    buyers: new Set([...buyers, ...valueBuyers].map(({ id }) => id)),
    ended,
    stop: () => {
      field.stopping = true;
    },
  };
}

/** Waits for some more effects, kills, and waits until the shop is ready again. */
async function killOnce(run: KillRun, dir: string, kind: Kind, random: Random): Promise<void> {
  const { history, readyMs, breaches } = run;
  const goal = history.effects + 10 + random(30);
  const mayStrike = async () => history.effects >= goal || history.wrong.length > 0 || hasEnded(run.shop);
  if (!(await until(mayStrike, LIMIT_MS))) {
    breaches.push({
      rule: 'shop_sells_again',
      detail: `nobody was served for ${LIMIT_MS} ms before the kill of ${kind}`,
    });
  }
  await reviveIfEnded(run, dir, 'under load');
  const before = await databaseRun(dir);
  const from = await strike(kind, { shop: run.shop, dir }, random);
  if (killsShop(kind)) run.shop = await startShop(dir);
  else await until(async () => hasEnded(run.shop) || (await isAnother(dir, before)), LIMIT_MS);
  await reviveIfEnded(run, dir, `after the kill of ${kind}`);
  if (!(await until(() => isReady(run.shop), LIMIT_MS))) {
    breaches.push({ rule: 'shop_gets_ready', detail: `not within ${LIMIT_MS} ms after the kill of ${kind}` });
  }
  readyMs.set(kind, [...(readyMs.get(kind) ?? []), Math.round(performance.now() - from)]);
}

async function isAnother(dir: string, before: string | undefined): Promise<boolean> {
  const now = await databaseRun(dir);
  return now !== undefined && now !== before;
}

const hasEnded = ({ child }: ShopProcess) => child.exitCode !== null || child.signalCode !== null;

async function reviveIfEnded(run: KillRun, dir: string, when: string): Promise<void> {
  if (!hasEnded(run.shop)) return;
  run.breaches.push({ rule: 'shop_lives', detail: `it ended by itself ${when}: ${run.shop.printed().slice(-500)}` });
  run.shop = await startShop(dir);
}

const isReady = ({ url }: ShopProcess) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );

async function check(run: KillRun, dir: string, buyers: ReadonlySet<string>): Promise<Breach[]> {
  const books = await openBooks(dir);
  // Numbers are given right after the commit, not in it.
  await until(async () => (await books`select from events where position is null limit 1`).length === 0, 10_000);
  const found = await findBreaches(books, run.history);
  await books.end({ timeout: 1 });
  return [...found, ...(await readAgain(() => run.shop.url, run.history, buyers))];
}
