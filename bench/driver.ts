// Our driver of PostgreSQL against pg with pipelining, behind a tagged template that does the same: the time that this process
// computes for an operation, and the clock. Both take turns within the same run.
import { type ConnectOptions, connect } from '#platform/db/client.ts';
import { openBenchDatabase } from './support/bench-shop.ts';
import { writeResult } from './support/machine.ts';
import { connectPg, type PgTemplate } from './support/pg-template.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const limits = { max: 8, answer_timeout_ms: 5_000 } satisfies ConnectOptions;
const ROWS = 100_000;

/** What both clients can do with the same text. */
interface Driver {
  sql: PgTemplate;
  begin<T>(work: (sql: PgTemplate) => Promise<T>): Promise<T>;
}

const database = await openBenchDatabase();
try {
  const { sql } = database;
  // Unlogged, so that the disk isn't measured.
  await sql`create unlogged table bench_rows as
    select n::int8 as id, n * 7 % 1000 as owner, 'name ' || n as name, (n % 5000)::int8 as price_cents,
      (n % 7000)::int8 as face_cents, n % 2 = 0 as shown, current_date + n % 900 as expires_on,
      now() - n * interval '1 minute' as created_at, 'available' as state, (n % 900)::int as discount_bp,
      jsonb_build_object('brand', n % 200) as terms, array['en', 'de'] as locales
    from generate_series(1, ${ROWS}::int) as n`;
  await sql`alter table bench_rows add primary key (id)`;
  await sql`create unlogged table bench_lines (id bigint generated always as identity, row_id int8, cents int8, note text)`;
  await sql`create index on bench_lines (row_id)`;
  await sql`grant select, insert, update on bench_rows, bench_lines to facevalue_app`;
  await sql`vacuum analyze bench_rows`;

  const ours = connect(database.url, limits);
  const other = connectPg(database.url, limits);
  const drivers = {
    ours: { sql: ours as unknown as PgTemplate, begin: ours.begin.bind(ours) as unknown as Driver['begin'] },
    pg: other,
  };
  type Name = keyof typeof drivers;
  type Key = 'cpu_us' | 'clock_us';
  const names = Object.keys(drivers) as Name[];

  const anyId = () => 1 + Math.floor(Math.random() * (ROWS - 200));
  const one = ({ sql }: Driver) => sql`select id, name, price_cents, state from bench_rows where id = ${anyId()}`;
  const list = ({ sql }: Driver) => {
    const from = anyId();
    return sql`select * from bench_rows where id > ${from} order by id limit 100`;
  };
  const work = {
    one_row: { times: 1500, at_once: 1, run: one },
    one_row_32_at_once: { times: 6000, at_once: 32, run: one },
    transaction_awaited: { times: 250, at_once: 1, run: (driver: Driver) => purchase(driver, false) },
    transaction_sent_together: { times: 250, at_once: 1, run: (driver: Driver) => purchase(driver, true) },
    transaction_sent_together_8_at_once: { times: 500, at_once: 8, run: (driver: Driver) => purchase(driver, true) },
    list_100_rows: { times: 250, at_once: 1, run: list },
  };

  /** Ten statements, as a purchase runs them. */
  async function purchase(driver: Driver, isTogether: boolean): Promise<void> {
    const id = anyId();
    await driver.begin(async (sql) => {
      const locked = [
        () => sql`select id, price_cents from bench_rows where id = ${id} for update`,
        () => sql`select id, state from bench_rows where id = any(${[id, id + 1]}::int8[]) order by id for update`,
      ];
      await each(locked, isTogether);
      await sql`select count(*) as lines from bench_lines where row_id = ${-id}`;
      const written = [
        () => sql`update bench_rows set price_cents = ${id % 5000}, state = 'sold' where id = ${id}`,
        ...[1, 2, 3].map(
          (n) => () =>
            sql`insert into bench_lines (row_id, cents, note) values (${id}, ${n * 100}, ${'sold'}) returning id`,
        ),
        () => sql`select id, name from bench_rows where id = ${id + 1}`,
        () => sql`select id, name, terms from bench_rows where id = ${id}`,
      ];
      await each(written, isTogether);
      await sql`select name, created_at from bench_rows where id = ${id}`;
    });
  }

  async function each(statements: (() => PromiseLike<unknown>)[], isTogether: boolean): Promise<void> {
    if (isTogether) return void (await Promise.all(statements.map((run) => run())));
    for (const run of statements) await run();
  }

  async function measure({ times, at_once, run }: (typeof work)[keyof typeof work], driver: Driver) {
    let left = times;
    const [cpu, clock] = [process.cpuUsage(), performance.now()];
    await Promise.all(
      Array.from({ length: at_once }, async () => {
        while (left-- > 0) await run(driver);
      }),
    );
    const { user, system } = process.cpuUsage(cpu);
    return { cpu_us: (user + system) / times, clock_us: ((performance.now() - clock) * 1000) / times };
  }

  const figures: Record<string, unknown> = {};
  for (const [title, each] of Object.entries(work)) {
    const runs: Record<Name, Awaited<ReturnType<typeof measure>>>[] = [];
    for (const name of names) await measure(each, drivers[name]);
    for (let round = 0; round < rounds; round++) {
      const taken = {} as Record<Name, Awaited<ReturnType<typeof measure>>>;
      for (const name of round % 2 ? names.toReversed() : names) taken[name] = await measure(each, drivers[name]);
      runs.push(taken);
    }
    // What else runs on the machine only adds to a round.
    const least = (name: Name, key: Key) => Math.min(...runs.map((run) => run[name][key]));
    const ratio = (key: Key) => Number((least('pg', key) / least('ours', key)).toFixed(2));
    const figuresOf = (name: Name) => ({
      cpu_us: Math.round(least(name, 'cpu_us')),
      clock_us: Math.round(least(name, 'clock_us')),
    });
    figures[title] = {
      ours: figuresOf('ours'),
      pg: figuresOf('pg'),
      pg_to_ours: { cpu: ratio('cpu_us'), clock: ratio('clock_us') },
    };
  }
  await writeResult('driver', sql, { rounds, ...figures });
  await Promise.all([ours.end({ timeout: 1 }), other.end()]);
} finally {
  await database.close();
}
