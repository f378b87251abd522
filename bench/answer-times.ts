// Whether replies or their timing reveal who has an account: sign-in, forgotten password, registration and change of
// e-mail address, each with a known and an unknown name, in random order.
import { hashPassword } from '#features/identity/factors/passwords/password.ts';
import { addBuyers, openBenchDatabase, startBenchShop } from './support/bench-shop.ts';
import { median, writeResult } from './support/machine.ts';

const people = 200;
const tries = 200;
const warmUp = 10;
const password = 'wrong-horse-7-battery';
const gapAllowed_ms = 5;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const tokens = await addBuyers(sql, people, 0);
  await sql`update users set password_hash = ${await hashPassword('right-horse-7-battery')}`;
  await sql`update sessions set confirmed_at = now() + interval '1 hour', confirmed_by = 'password'`;
  const shop = await startBenchShop(database);
  // The first half of the users request new addresses; the second half are the known names.
  const [half, place] = [people / 2, (n: number) => people / 2 + (n % (people / 2))];
  const known = (n: number) => `buyer${place(n)}`;
  const unknown = (n: number) => `nobod${place(n)}`;
  const at = (name: string) => `${name}@bench.example`;

  /** The request of each endpoint for a name; `n` makes attempts unique. */
  const ways: Record<string, (name: string, n: number) => { path: string; expected: number; body: object }> = {
    login_by_username: (username) => ({ path: '/api/auth/login', expected: 422, body: { username, password } }),
    login_by_email: (name) => ({ path: '/api/auth/login', expected: 422, body: { username: at(name), password } }),
    forgot_by_username: (username) => ({ path: '/api/auth/forgot-password', expected: 204, body: { username } }),
    forgot_by_email: (name) => ({ path: '/api/auth/forgot-password', expected: 204, body: { username: at(name) } }),
    register_with_email: (name, n) => ({
      path: '/api/auth/register',
      expected: 201,
      body: { username: `new${n}`, email: at(name), password, terms: true },
    }),
    change_email: (name) => ({ path: '/api/users/email', expected: 204, body: { email: at(name) } }),
  };

  let serial = 0;
  async function send(way: keyof typeof ways, name: string) {
    // Attempts are limited: reset the limit before each one, for both kinds alike.
    await sql`delete from throttles`;
    const { path, expected, body } = ways[way]!(name, ++serial);
    const started = performance.now();
    const response = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(way === 'change_email' && { authorization: `Bearer ${tokens[serial % half]}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const ms = performance.now() - started;
    if (response.status !== expected) throw new Error(`${way} answered ${response.status}: ${text}`);
    const headers = [...response.headers].filter(([header]) => !['date', 'content-length'].includes(header));
    const said = JSON.stringify([response.status, headers, text])
      .replaceAll(name, 'NAME')
      .replaceAll(`new${serial}`, 'NEW')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    return { ms, said };
  }

  const figures: Record<string, unknown> = {};
  for (const way of Object.keys(ways)) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    const answers = new Set<string>();
    for (let n = 0; n < tries + warmUp; n++) {
      const pair = ['known', 'unknown'] as const;
      for (const kind of Math.random() < 0.5 ? pair : pair.toReversed()) {
        const { ms, said } = await send(way, kind === 'known' ? known(n) : unknown(n));
        answers.add(said);
        if (n >= warmUp) times[kind].push(ms);
      }
    }
    const [told, untold] = [median(times.known), median(times.unknown)];
    const p = mannWhitney(times.known, times.unknown);
    const alike = answers.size === 1 && (p > 0.01 || Math.abs(told - untold) < gapAllowed_ms);
    if (!alike) process.exitCode = 1;
    figures[way] = {
      answers_differ: answers.size - 1,
      known_p50_ms: round(told),
      unknown_p50_ms: round(untold),
      ratio: round(told / untold),
      gap_ms: round(told - untold),
      mann_whitney_p: round(p),
      alike,
    };
  }
  await writeResult('answer-times', sql, {
    tries_each: tries,
    target: `one answer, and Mann-Whitney p > 0.01 or medians less than ${gapAllowed_ms} ms apart`,
    ...figures,
  });
  await shop.close();
} finally {
  await database.close();
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

/** Two-sided p-value of the rank-sum test by normal approximation: the samples are large and have hardly any ties. */
function mannWhitney(a: number[], b: number[]): number {
  const ranked = [...a.map((ms) => ({ ms, of: 'a' })), ...b.map((ms) => ({ ms, of: 'b' }))].toSorted(
    (one, other) => one.ms - other.ms,
  );
  const ranks = ranked.reduce((sum, { of }, place) => (of === 'a' ? sum + place + 1 : sum), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return 2 * (1 - normalBelow(Math.abs(u - (a.length * b.length) / 2) / spread));
}

/** The share of a normal distribution below z >= 0 (Zelen and Severo, error below 1e-7). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (sum, factor) => (sum + factor) * t,
    0,
  );
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
