// What a backup of 10 GB takes, and bringing it back (BENCH_GB): the commands `facevalue backup` and `facevalue restore`, in processes of
// their own, with all that they check. The bytes are half random, as sealed codes and digests are, so that they shrink as a shop's do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { openBenchDatabase, sealAdded } from './support/bench-shop.ts';
import { writeResult } from './support/machine.ts';

const GIGABYTES = Number(process.env.BENCH_GB ?? 10);
/** Rows of 4 kB, put in a hundred megabytes at a time. */
const ROW_BYTES = 4_000;
const ROWS_AT_ONCE = 25_000;
const DIGEST_BYTES = 64;

const base = await mkdtemp(join(tmpdir(), 'facevalue-bench-backup-'));
const dir = join(base, 'data');
const target = join(base, 'backups');
const identity_file = join(base, 'identity');
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
await Promise.all([mkdir(dir, { mode: 0o711 }), mkdir(target)]);
await writeFile(identity_file, identity, { mode: 0o600 });
try {
  const database = await openBenchDatabase({ dir });
  await fill(database.sql);
  await sealAdded(database);
  const [size] = await database.sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  await database.close();
  const backup_s = await command('backup', target, '--key', recipient);
  const again_s = await command('backup', target, '--key', recipient);
  const restore_s = await command('restore', target, '--to', join(base, 'back'), '--identity', identity_file);
  await writeResult('backup', null, {
    command: `BENCH_GB=${GIGABYTES} npm run bench -- backup`,
    database_gb: Math.round(size!.bytes / 1e8) / 10,
    backup_s,
    backup_without_changes_s: again_s,
    restore_and_check_s: restore_s,
    restore_mb_per_second: Math.round(size!.bytes / 1e6 / restore_s),
  });
} finally {
  await rm(base, { recursive: true, force: true });
}

async function fill(sql: Awaited<ReturnType<typeof openBenchDatabase>>['sql']): Promise<void> {
  await sql`create table filler (id bigint generated always as identity primary key, bytes bytea not null)`;
  await sql`alter table filler alter bytes set storage plain`;
  for (let rows = 0; rows * ROW_BYTES < GIGABYTES * 1e9; rows += ROWS_AT_ONCE) {
    await sql`
      insert into filler (bytes)
      select string_agg(sha512(convert_to(n || ' ' || m || ' ' || r, 'UTF8')), '')
        || decode(repeat('00', ${ROW_BYTES / 2}), 'hex')
      from generate_series(1, ${ROWS_AT_ONCE}) n, generate_series(1, ${Math.floor(ROW_BYTES / 2 / DIGEST_BYTES)}) m, (select random() as r) seed
      group by n`;
    process.stderr.write(`filled ${Math.round((rows * ROW_BYTES) / 1e6)} MB\n`);
  }
}

/** Runs a command to its end and returns its seconds. */
async function command(...args: string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DEMO: 'on',
      DATA_DIR: dir,
      MASTER_KEY_FILE: join(dir, 'master.key'),
    },
  });
  await once(child, 'exit');
  // A restore of a shop that never ran says that its audit log has no anchors, and ends with 1 for that.
  if (child.exitCode !== 0 && args[0] !== 'restore')
    throw new Error(`facevalue ${args[0]} ended with ${child.exitCode}`);
  return Math.round((performance.now() - started) / 100) / 10;
}
