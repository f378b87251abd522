import { createHash } from 'node:crypto';
import { HOUR_MS } from '#contracts/time-units.ts';
import { linkAccount } from '#features/identity/linked-accounts/link-account.ts';
import { createManualClock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

/** One account as the shop gets to see it. */
interface Person {
  /** Hours after the beginning. */
  signs_up: number;
  /** What it signs in with; several people of a household may have one. */
  devices: string[];
  /** Network and browser of the sign-up. */
  sign_up: string;
  /** Addresses that pay. */
  payers: string[];
}

export interface Household {
  kind: string;
  people: Person[];
}

/** How many households there are of each kind. */
export type Mixture = Record<keyof typeof KINDS, number>;

type Random = () => number;

/** Mulberry32: the same numbers for the same seed on every machine. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const DAYS = 90;
const whole = (random: Random, least: number, most: number) => least + Math.floor(random() * (most - least + 1));
const some = (random: Random, of: readonly string[]) => of[Math.floor(random() * of.length)]!;
/** Browsers are few, networks many: two people of one network often have the same browser. */
const browser = (random: Random) => some(random, ['Chrome 140', 'Chrome 140', 'Safari 19', 'Firefox 141']);
/** Exchanges pay thousands of people from a few addresses of theirs. */
const exchange = (random: Random) => `exchange ${whole(random, 1, 6)}`;

interface Drawn {
  random: Random;
  /** Unlike every other household's. */
  name: string;
  /** Hours after the beginning. */
  begins: number;
}
type Draw = (drawn: Drawn) => Person[];

const people = (count: number, of: (nth: number) => Person) => Array.from({ length: count }, (_, nth) => of(nth));
/** A third pays from an exchange, the others from a wallet of their own. */
const payer = (random: Random, own: string) => (random() < 0.33 ? exchange(random) : own);

const farm =
  (share: { device?: boolean; payer?: boolean; network?: boolean }): Draw =>
  ({ random, name, begins }) =>
    people(whole(random, 10, 50), (nth) => ({
      // One after the other, a few minutes or an hour apart.
      signs_up: begins + nth * (0.05 + random()),
      devices: [share.device ? `${name} device ${whole(random, 1, 2)}` : `${name} device ${nth} of its own`],
      sign_up: share.network ? `${name} network, Chrome 140` : `proxy ${name} ${nth}, ${browser(random)}`,
      payers: [share.payer ? `${name} wallet` : `${name} wallet ${nth}`],
    }));

const family =
  (devices: 'own' | 'one'): Draw =>
  ({ random, name, begins }) =>
    people(whole(random, 2, devices === 'own' ? 5 : 4), (nth) => ({
      signs_up: begins + (random() < 0.3 ? random() : random() * 24 * 30),
      devices: [devices === 'own' ? `${name} phone ${nth}` : `${name} tablet`],
      sign_up: `${name} network, ${browser(random)}`,
      payers: [payer(random, `${name} wallet ${nth}`)],
    }));

const crowd =
  (count: number): Draw =>
  ({ random, name, begins }) =>
    people(count, (nth) => ({
      signs_up: begins + random() * 24 * 60,
      devices: [`${name} computer ${nth}`],
      // An office buys its computers together.
      sign_up: `${name} network, ${random() < 0.8 ? 'Chrome 140' : browser(random)}`,
      payers: [payer(random, `${name} wallet ${nth}`)],
    }));

const KINDS = {
  farm_device: farm({ device: true }),
  farm_funding: farm({ payer: true }),
  farm_device_and_funding: farm({ device: true, payer: true, network: true }),
  farm_network: farm({ network: true }),
  farm_nothing_shared: farm({}),
  single: ({ random, name, begins }) => [
    {
      signs_up: begins,
      devices: people(whole(random, 1, 3), () => null as never).map((_, nth) => `${name} device ${nth}`),
      sign_up: `${name} network, ${browser(random)}`,
      payers: [payer(random, `${name} wallet`)],
    },
  ],
  family: family('own'),
  family_one_device: family('one'),
  roommates: crowd(4),
  office: crowd(200),
} satisfies Record<string, Draw>;

export function drawPopulation(mixture: Mixture, seed: number): Household[] {
  const random = seeded(seed);
  return Object.entries(mixture).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, nth) => ({
      kind,
      people: KINDS[kind as keyof Mixture]({ random, name: `${kind} ${nth}`, begins: random() * DAYS * 24 }),
    })),
  );
}

/** What became of the accounts of a kind. */
export interface Outcome {
  accounts: number;
  households: number;
  /** Share of the accounts in a group with others of their household. */
  linked: number;
  /** Share that waits for a person. */
  waiting: number;
  /** What a household may spend in 24 hours, for each account of it, as a share of what one alone may. */
  limits_left: number;
  /** Share that is in a group with strangers. */
  with_strangers: number;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Lets all of them sign up, sign in and pay, in the order of time, and says by kind who was linked, and who waits. */
export async function judgePopulation(sql: Db, households: readonly Household[]): Promise<Record<string, Outcome>> {
  const clock = createManualClock(new Date('2026-01-01T00:00:00Z'));
  const began = clock.now().getTime();
  const all = households.flatMap((household, at) => household.people.map((person) => ({ ...person, at })));
  all.sort((one, other) => one.signs_up - other.signs_up);
  const ids = new Map<string, number>();
  const see = (user_id: string, kind: 'device' | 'funding' | 'sign_up', of: string) =>
    linkAccount({ clock }, sql, { user_id, kind, key: digest(`${kind} ${of}`) });
  for (const [nth, { signs_up, devices, sign_up, payers, at }] of all.entries()) {
    clock.advance(began + signs_up * HOUR_MS - clock.now().getTime());
    const name = `person${nth}`;
    const [{ id }] = await sql<[{ id: string }]>`
      insert into users (username, email, password_hash, created_at)
      values (${name}, ${`${name}@example.com`}, '', ${clock.now()}) returning id`;
    ids.set(id, at);
    await see(id, 'sign_up', sign_up);
    for (const one of devices) await see(id, 'device', one);
    for (const one of payers) await see(id, 'funding', one);
  }
  return outcomesOf(sql, households, ids);
}

async function outcomesOf(sql: Db, households: readonly Household[], ids: ReadonlyMap<string, number>) {
  const groups = new Map(
    (await sql<{ user_id: string; group_id: string }[]>`select user_id, group_id from linked_accounts`).map((row) => [
      row.user_id,
      row.group_id,
    ]),
  );
  const waiting = new Set(
    (await sql<{ user_id: string }[]>`select user_id from account_waits where must_wait(user_id)`).map(
      ({ user_id }) => user_id,
    ),
  );
  const members = Map.groupBy(groups.keys(), (id) => groups.get(id)!);
  const accounts = [...ids].map(([id, at]) => {
    const group = members.get(groups.get(id) ?? '') ?? [];
    const own = group.filter((other) => ids.get(other) === at).length;
    return { at, linked: own > 1, strangers: group.length > own, waits: waiting.has(id), group: groups.get(id) ?? id };
  });
  const share = (some: number, of: number) => Number((some / of).toFixed(4));
  const kinds = [...new Set(households.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind): [string, Outcome] => {
      const of = accounts.filter(({ at }) => households[at]!.kind === kind);
      // Each group has the limits of one, counted once for each household in it.
      const limits = new Set(of.filter(({ waits }) => !waits).map(({ at, group }) => `${at} ${group}`)).size;
      return [
        kind,
        {
          accounts: of.length,
          households: households.filter((one) => one.kind === kind).length,
          linked: share(of.filter(({ linked }) => linked).length, of.length),
          waiting: share(of.filter(({ waits }) => waits).length, of.length),
          limits_left: share(limits, of.length),
          with_strangers: share(of.filter(({ strangers }) => strangers).length, of.length),
        },
      ];
    }),
  );
}
