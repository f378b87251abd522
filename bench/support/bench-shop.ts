import { type ChildProcess, fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrateAsOwner } from '#app/database/migrate-database.ts';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { dataKeyAad } from '#features/supply/batches/secrets/card-secret.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/embedded/embedded.ts';
import { APP, clusterUrl, OWNER, openCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { openAccounts, transfer } from '#platform/ledger/transfer.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { sealTables } from '#platform/vault/seal-tables.ts';

export interface BenchDatabase {
  url: string;
  /** Of the role that may create tables. */
  owner_url: string;
  dir: string;
  sql: Sql;
  close(): Promise<void>;
}

export interface BenchServer {
  url: string;
  pid: number;
  rssMib(): Promise<number>;
  /** The longest that the event loop stood still since the last call, where the child measures it. */
  stallMs(): Promise<number>;
  close(): Promise<void>;
}

/** The benchmark's own migrated PostgreSQL, set up as a shop runs it; in a directory that is named, it stays for the next run. */
export async function openBenchDatabase({ dir: named }: { dir?: string | undefined } = {}): Promise<BenchDatabase> {
  const dir = named ?? (await mkdtemp(join(tmpdir(), 'facevalue-bench-')));
  const server = await startEmbedded({ dir });
  await migrateAsOwner(server.owner_url, APP, { demo: true });
  await allowFastLoads(dir, server.owner_url);
  const sql = connect(server.owner_url, { max: 4, statement_timeout_ms: 600_000 });
  return {
    url: server.url,
    owner_url: server.owner_url,
    dir,
    sql,
    async close() {
      await sql.end({ timeout: 1 });
      await server.stop();
      if (!named) await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Lets the owner load without triggers and foreign keys. */
async function allowFastLoads(dir: string, owner_url: string): Promise<void> {
  const { port, pathname } = new URL(owner_url);
  const superuser = connect(clusterUrl(await openCluster(dir), Number(port), pathname.slice(1), SUPERUSER), { max: 1 });
  await superuser`grant set on parameter session_replication_role to ${superuser(OWNER)}`;
  await superuser.end({ timeout: 1 });
}

/** The shop in its own process, as in production; optionally with its built pages. */
export function startBenchShop(database: BenchDatabase, { pages = false } = {}): Promise<BenchServer> {
  return startChild('./child-shop.ts', database, { BENCH_PAGES: pages ? '1' : '' });
}

/** Gives the accounts and sessions that a benchmark wrote by SQL the MACs that they would have from the shop. */
export async function sealAdded({ sql, dir }: Pick<BenchDatabase, 'sql' | 'dir'>): Promise<void> {
  await sql`update sealings set sealed_at = null`;
  await sealTables(createVault(join(dir, 'master.key')), sql);
}

/** Runs a file of this folder as a server in its own process, on the benchmark's database. */
export async function startChild(
  file: string,
  database: BenchDatabase,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  await sealAdded(database);
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // As tools/run.mjs starts the shop.
    execArgv: ['--max-semi-space-size=8'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      BENCH_DATABASE_URL: database.url,
      DATA_DIR: database.dir,
      DEMO: 'on',
      RATE_LIMIT_PER_MINUTE: '100000000',
      ...settings,
    },
  });
  const { port } = await messageOf<{ port: number }>(child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async rssMib() {
      child.send('rss');
      return (await messageOf<{ rss_mib: number }>(child)).rss_mib;
    },
    async stallMs() {
      child.send('stall');
      return (await messageOf<{ stall_ms: number }>(child)).stall_ms;
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  exit.catch(() => {});
  const [message] = await Promise.race([once(child, 'message'), exit]);
  ended.abort();
  return message as T;
}

const EVIDENCE = Buffer.alloc(32, 7);

type Stocked = Pick<BenchDatabase, 'sql' | 'dir'>;
type Staff = Awaited<ReturnType<typeof addStaff>>;

/** Inserts cards on sale by SQL, spread over the demo programmes; importing isn't measured here. */
export async function addStock(database: Stocked, cards: number): Promise<void> {
  const { sql } = database;
  const staff = await addStaff(sql);
  for (const { programme } of DEMO_PROGRAMMES) {
    const programme_id = await addProgramme(sql, staff, programme);
    await addBatch(database, staff, { programme_id, discount_bp: 100 + 50 * (programme.name.length % 18) });
  }
  await sql`
    with shelf as (
      select p.id as programme_id, b.id as batch_id, p.face_values_cents, b.discount_bp,
        row_number() over (order by p.name) - 1 as place, count(*) over () as places
      from programmes p join batches b on b.programme_id = p.id
    )
    insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, expires_on, sealed, blind_index)
    select programme_id, batch_id, 'available', true, face, face * (10000 - discount_bp) / 10000, discount_bp, null,
      sha256(n::text::bytea) || sha256((-n)::text::bytea) || sha256((n + 0.5)::text::bytea), sha256(('card ' || n)::bytea)
    from generate_series(1, ${cards}::int) as n
      join shelf on shelf.place = n % shelf.places
      cross join lateral (
        select face_values_cents[1 + (n / places) % cardinality(face_values_cents)] as face
      ) as terms
    order by n`;
  await settle(sql);
}

/** Leaves the tables as the server's own maintenance would have left them after a while. */
export async function settle(sql: Sql): Promise<void> {
  for (const table of ['cards', 'card_lots', 'programmes', 'batches']) await sql`vacuum analyze ${sql(table)}`;
}

export async function addStaff(sql: Sql) {
  const [importer, approver] = [
    await addUser(sql, 'importer', 'admin', ['importer']),
    await addUser(sql, 'approver', 'admin'),
  ];
  return { importer, approver };
}

/** An active programme; returns its id. */
export async function addProgramme(
  sql: Sql,
  staff: Staff,
  programme: (typeof DEMO_PROGRAMMES)[number]['programme'],
): Promise<string> {
  const id = randomUUIDv7();
  await addApproval(sql, staff, { kind: 'programme.approval', subject: id });
  const { code } = programme.code_format;
  const row = {
    id,
    ...programme,
    code_format: sql.json(programme.code_format as never),
    prefix: code.kind === 'numeric' ? code.prefix! : null,
    evidence_sha256: EVIDENCE,
    state: 'active',
  };
  await sql`insert into programmes ${sql(row)}`;
  return id;
}

/** A batch without cards, approved unless it is a draft; returns its id. */
export async function addBatch(
  { sql, dir }: Stocked,
  staff: Staff,
  {
    programme_id,
    discount_bp,
    state = 'approved',
  }: { programme_id: string; discount_bp: number; state?: 'draft' | 'approved' },
): Promise<string> {
  const id = randomUUIDv7();
  if (state === 'approved') await addApproval(sql, staff, { kind: 'batch.approval', subject: id });
  const { wrapped } = createVault(join(dir, 'master.key')).newDataKey(dataKeyAad(id));
  await sql`
    insert into batches (id, programme_id, name, supplier, invoice_reference, invoice_date, discount_bp, usd_e9, data_key,
      state, created_by, imported_by)
    values (${id}, ${programme_id}, 'A batch', 'A supplier', 'INV-1', current_date, ${discount_bp}, 1000000000, ${wrapped},
      ${state}, ${staff.importer}, ${state === 'draft' ? null : staff.importer})`;
  return id;
}

async function addApproval(
  sql: Sql,
  { importer, approver }: Staff,
  { kind, subject }: { kind: string; subject: string },
): Promise<void> {
  await sql`
    insert into proposals (kind, subject, proposer_id, proposed_at, decision, decider_id, decided_at)
    values (${kind}, ${subject}, ${importer}, now(), 'approved', ${approver}, now())`;
}

/** Adds signed-in active buyers with a balance in the ledger; returns their bearer tokens. */
export async function addBuyers(sql: Sql, count: number, balance_cents: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = await addUser(sql, `buyer${n}`, 'buyer');
    const account = { kind: 'available', owner_id: id, limited: true };
    await openAccounts(sql, [account]);
    if (balance_cents > 0) {
      const debit = { kind: 'crypto_eth', owner_id: null };
      await transfer(sql, {
        debit,
        credit: account,
        amount_cents: balance_cents,
        kind: 'top_up',
        unique_key: `bench:${id}`,
      });
    }
    const token = newToken();
    await addSession(sql, id, token);
    tokens.push(token);
  }
  return tokens;
}

/** A session on a trusted device of its own. */
export async function addSession(sql: Sql, user_id: string, token: string): Promise<void> {
  await sql`
    with device as (
      insert into devices (user_id, token_hash, trusted_at) values (${user_id}, ${hashToken(newToken())}, now()) returning id)
    insert into sessions (user_id, device_id, token_hash, expires_at)
    select ${user_id}, id, ${hashToken(token)}, now() + interval '30 days' from device`;
}

async function addUser(
  sql: Sql,
  username: string,
  role: 'buyer' | 'admin',
  duties: readonly string[] = [],
): Promise<string> {
  const [user] = await sql<{ id: string }[]>`
    insert into users (username, email, password_hash, role, duties, tier, terms_accepted_at, email_verified_at, activated_at)
    values (${username}, ${`${username}@bench.example`}, '-', ${role}, ${[...duties]}, 2, now(), now(), now()) returning id`;
  return user!.id;
}
