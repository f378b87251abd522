// What a shop with BACKUP_TARGET loses when its machine is lost: somebody writes a row every 50 ms, the shop and its database are killed
// with SIGKILL at a random moment, and the disk counts as gone. What `facevalue restore` brings back is compared with that moment. (RUNS)
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { connect, type Sql } from '#platform/db/client.ts';
import { clusterUrl, openCluster, SUPERUSER, stopCluster } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE } from '#platform/embedded/prepare-database.ts';
import { runCluster } from '#platform/embedded/run-cluster.ts';
import { until } from '#platform/jobs/until.ts';
import { median, writeResult } from './support/machine.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const ROW_EVERY_MS = 50;
const SECOND_MS = 1_000;
const PATIENCE_MS = 300_000;
/** After the first backup, between these. */
const SELLS_S = { min: 40, max: 100 };

const lost_s: number[] = [];
for (let run = 0; run < RUNS; run++) {
  lost_s.push(await loseMachine());
  process.stderr.write(`lost ${lost_s.at(-1)} s\n`);
}
await writeResult('recovery-point', null, {
  command: `RUNS=${RUNS} npm run bench -- recovery-point`,
  runs: RUNS,
  lost_s,
  lost_s_median: median(lost_s),
  lost_s_max: Math.max(...lost_s),
});

/** Returns how many seconds before the kill the last row is that came back. */
async function loseMachine(): Promise<number> {
  const base = await mkdtemp(join(tmpdir(), 'facevalue-bench-lost-'));
  await chmod(base, 0o711);
  const [dir, back, target] = ['data', 'back', 'backups'].map((name) => join(base, name)) as [string, string, string];
  const identity_file = join(base, 'identity');
  const identity = await generateX25519Identity();
  await mkdir(target);
  await writeFile(identity_file, identity, { mode: 0o600 });
  try {
    const backup = { BACKUP_TARGET: target, BACKUP_KEY: await identityToRecipient(identity) };
    const shop = facevalue('src/server.ts', [], { DATA_DIR: dir, ...backup });
    await ready(shop);
    const killed_at = await sellUntilKilled(shop, dir);
    await writeFile(join(base, 'master.key'), await readFile(join(dir, 'master.key')), { mode: 0o600 });
    await rm(dir, { recursive: true, force: true });
    const env = { DATA_DIR: dir, MASTER_KEY_FILE: join(base, 'master.key') };
    const restore = facevalue('src/cli.ts', ['restore', target, '--to', back, '--identity', identity_file], env);
    let said = '';
    for (const stream of [restore.stdout, restore.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    await once(restore, 'exit');
    if (restore.exitCode !== 0) throw new Error(`the restore failed: ${said}`);
    return Math.round((killed_at - (await lastRow(back))) / 100) / 10;
  } finally {
    await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function facevalue(file: string, args: string[], env: Record<string, string>): ChildProcess {
  const { PATH, HOME } = process.env;
  const common = { PATH, HOME, PORT: '0', DEMO: 'on', DEMO_COINS: 'ETH', LOG_LEVEL: 'warn' };
  return spawn(process.execPath, [file, ...args], {
    env: { ...common, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Waits until it says so, and goes on reading: a shop that can't write its log would exit. */
function ready(shop: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let printed = '';
    for (const stream of [shop.stdout, shop.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Facevalue is ready')) resolve();
      });
    shop.once('exit', () => reject(new Error(`the shop did not start: ${printed}`)));
  });
}

/** Writes rows beside a shop that archives, and kills both it and its database. Returns the time of the kill. */
async function sellUntilKilled(shop: ChildProcess, dir: string): Promise<number> {
  const sql = await openBooks(dir);
  try {
    await sql`create schema bench`;
    await sql`create table bench.marks (at timestamptz not null)`;
    const isBackedUp = async () => (await sql`select from backups where name is not null`).length > 0;
    if (!(await until(isBackedUp, PATIENCE_MS))) throw new Error('there was no first backup');
    const sells_ms = (SELLS_S.min + Math.random() * (SELLS_S.max - SELLS_S.min)) * SECOND_MS;
    for (const end = Date.now() + sells_ms; Date.now() < end; ) {
      await sql`insert into bench.marks values (clock_timestamp())`;
      await delay(ROW_EVERY_MS);
    }
    const [line] = (await readFile(join(dir, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n');
    const killed_at = Date.now();
    process.kill(Number(line), 'SIGKILL');
    shop.kill('SIGKILL');
    await once(shop, 'exit');
    return killed_at;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** When the last row that came back was written. */
async function lastRow(dir: string): Promise<number> {
  const sql = await openBooks(dir);
  try {
    const [row] = await sql<{ at: string | null }[]>`select max(at) as at from bench.marks`;
    return Date.parse(row!.at!);
  } finally {
    await sql.end({ timeout: 1 });
    await stopCluster(await openCluster(dir));
  }
}

async function openBooks(dir: string): Promise<Sql> {
  const cluster = await openCluster(dir);
  return connect(clusterUrl(cluster, await runCluster(cluster), DATABASE, SUPERUSER), { max: 2 });
}
