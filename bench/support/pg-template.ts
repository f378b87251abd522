import pg from 'pg';

type Rows = unknown[];

/** A statement or a part of one; a statement runs when it is awaited. */
class Statement implements PromiseLike<Rows> {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly #run: (statement: Statement) => Promise<Rows>;
  #rows: Promise<Rows> | undefined;

  constructor(strings: readonly string[], values: readonly unknown[], run: (statement: Statement) => Promise<Rows>) {
    this.strings = strings;
    this.values = values;
    this.#run = run;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it is how a statement is run
  get then(): Promise<Rows>['then'] {
    this.#rows ??= this.#run(this);
    return this.#rows.then.bind(this.#rows);
  }
}

export type PgTemplate = (strings: TemplateStringsArray, ...values: unknown[]) => PromiseLike<Rows>;

/** The text with `$1`, and parts of statements in their places. */
function build(statement: Statement, values: unknown[]): string {
  let text = statement.strings[0] ?? '';
  for (const [at, value] of statement.values.entries()) {
    if (value instanceof Statement) text += build(value, values);
    else if (value === undefined) throw new Error('undefined is no value');
    else text += `$${values.push(value)}`;
    text += statement.strings[at + 1];
  }
  return text;
}

const names = new Map<string, string>();

/** Prepared once for each connection, by the name that its text has in this process. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

const parsers: Record<number, (text: string) => unknown> = {
  20: (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} doesn't fit`);
    return value;
  },
  1082: (text) => text,
  1184: (text) => new Date(text).toISOString(),
};

/** pg with our types and limits behind a tagged template: what would take the place of the driver in platform/db. */
export function connectPg(url: string, limits: { max: number; answer_timeout_ms: number }) {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.max,
    pipeline: true,
    idleTimeoutMillis: 0,
    statement_timeout: 15_000,
    connectionTimeoutMillis: limits.answer_timeout_ms,
    types: { getTypeParser: (oid: number, format: never) => parsers[oid] ?? pg.types.getTypeParser(oid, format) },
  } as pg.PoolConfig);
  const templateOn =
    (client: pg.ClientBase | pg.Pool): PgTemplate =>
    (strings, ...args) =>
      new Statement(strings, args, async (statement) => {
        const values: unknown[] = [];
        const text = build(statement, values);
        const asked = { text, values, name: nameOf(text), query_timeout: limits.answer_timeout_ms };
        return (await client.query(asked as pg.QueryConfig)).rows;
      });
  return {
    sql: templateOn(pool),
    async begin<T>(work: (sql: PgTemplate) => Promise<T>): Promise<T> {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(templateOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    end: () => pool.end(),
  };
}
