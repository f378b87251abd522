// 100,000 rows through the API of a shop whose worker runs in the same process: dry run and import, beside sealing and COPY
// of the same rows into a table with the same indexes, and what other requests feel of it in the meantime.
import { randomBytes, randomUUID } from 'node:crypto';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { demoStock } from '#features/demo/stock/stock.ts';
import { newToken } from '#features/identity/sessions/session/session-token.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { addBatch, addProgramme, addSession, addStaff, openBenchDatabase, startChild } from './support/bench-shop.ts';
import { type LoadResult, runLoad } from './support/load.ts';
import { median, writeResult } from './support/machine.ts';

const ROWS = 100_000;
const WARM_ROWS = 5_000;
const CLIENTS = 4;
const QUIET_SECONDS = 8;
const LOOK_MS = 100;

const database = await openBenchDatabase();
try {
  const { sql } = database;
  const staff = await addStaff(sql);
  const demo = DEMO_PROGRAMMES.find(({ programme }) => programme.name === 'Velquist Arcade')!;
  const programme_id = await addProgramme(sql, staff, demo.programme);
  const token = newToken();
  await addSession(sql, staff.importer, token);
  const headers = { authorization: `Bearer ${token}` };
  const shop = await startChild('./child-importer.ts', database);

  async function call<T>(path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(`${shop.url}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const body = (await response.json()) as { data: T; message?: string };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body.message}`);
    return body.data;
  }

  const openBatch = () => addBatch(database, staff, { programme_id, discount_bp: 500, state: 'draft' });

  const csvOf = (cards: number, seed: string) => Buffer.from(demoStock(demo, { seed, cards, year: 2026 }).csv);
  const upload = (batch: string, csv: Buffer<ArrayBuffer>) =>
    call<{ id: string; rows: { clean: number } }>(`/api/resellers/${batch}/imports`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: csv,
    });

  async function commit(id: string): Promise<void> {
    await call(`/api/imports/${id}/commit`, { method: 'POST' });
    for (;;) {
      const { state } = await call<{ state: string }>(`/api/imports/${id}`);
      if (state === 'committed') return;
      if (state !== 'committing') throw new Error(`The import is ${state}.`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Time and memory of some work, and how requests fare beside it. */
  async function beside<T>(work: () => Promise<T>) {
    let done = false;
    let peak = 0;
    await shop.stallMs();
    const watching = (async () => {
      while (!done) {
        peak = Math.max(peak, await shop.rssMib());
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    })();
    const loads: LoadResult[] = [];
    const loading = (async () => {
      while (!done) loads.push(await load(1));
    })();
    const start = performance.now();
    const result = await work();
    const seconds = (performance.now() - start) / 1000;
    done = true;
    await Promise.all([watching, loading]);
    const p99s = loads.map(({ p99_ms }) => p99_ms);
    const felt = { p99_ms: round(median(p99s)), worst_second_p99_ms: round(Math.max(...p99s)) };
    return {
      result,
      figures: { ...rateOf(seconds), peak_rss_mib: peak, ...felt, worst_stall_ms: await shop.stallMs() },
    };
  }

  const load = (seconds: number) =>
    runLoad({ url: shop.url, clients: CLIENTS, seconds, status: 200, next: () => ({ path: '/api/cards', headers }) });

  const warm = await upload(await openBatch(), csvOf(WARM_ROWS, 'warm'));
  await commit(warm.id);
  const csv = csvOf(ROWS, 'measured');
  const quiet = await beside(() => load(QUIET_SECONDS));
  const batch = await openBatch();
  const checked = await beside(() => upload(batch, csv));
  if (checked.result.rows.clean !== ROWS) throw new Error('Some rows were refused.');
  const committed = await beside(() => commit(checked.result.id));
  const [kept] = await sql<{ cards: number }[]>`select count(*) as cards from cards where batch_id = ${batch}`;
  if (kept!.cards !== ROWS) throw new Error(`${kept!.cards} cards were imported.`);
  // The floors are taken without other requests too.
  const other = await upload(await openBatch(), csvOf(ROWS, 'alone'));
  const start = performance.now();
  await commit(other.id);
  const alone = (performance.now() - start) / 1000;
  const copied = await copyAgain(batch);
  const sealed = sealAgain(csv);

  await writeResult('import-100k', sql, {
    rows: ROWS,
    file_mib: round(csv.length / 2 ** 20),
    other_clients: CLIENTS,
    quiet: { ...quiet.figures, seconds: QUIET_SECONDS, rows_per_second: 0 },
    dry_run: checked.figures,
    import: committed.figures,
    import_alone: rateOf(alone),
    copy_floor: rateOf(copied),
    copy_and_sealing_floor: rateOf(copied + sealed),
    import_alone_by_floor: round(alone / (copied + sealed)),
    target: 'dry run and import under 60 s each, import within 4 floors, p99 of other requests at most 50 ms more',
  });
  await shop.close();

  /** COPY of a batch's cards into a table of the same shape; returns seconds. */
  async function copyAgain(id: string): Promise<number> {
    await sql`create table copied_cards (like cards including all)`;
    const lines: Buffer[] = [];
    const taken = await sql`copy (select * from cards where batch_id = ${sql.unsafe(`'${id}'`)}) to stdout`.readable();
    for await (const line of taken) lines.push(line as Buffer);
    const start = performance.now();
    const into = await sql`copy copied_cards from stdin`.writable();
    await new Promise<void>((resolve, reject) => {
      into.on('error', reject).on('finish', resolve);
      for (const line of lines) into.write(line);
      into.end();
    });
    return (performance.now() - start) / 1000;
  }
} finally {
  await database.close();
}

/** Seals and indexes a file's cards, and nothing else; returns seconds. */
function sealAgain(csv: Buffer): number {
  const vault = vaultOf(randomBytes(32));
  const { key } = vault.newDataKey('floor');
  const start = performance.now();
  for (const line of csv.toString().trimEnd().split('\n').slice(1)) {
    const [code = '', pin = null] = line.split(',');
    sealSecret(vault, key, { card_id: randomUUID(), programme_id: 'floor' }, { code, pin, url: null });
    vault.blindIndex(codeDigest(code));
  }
  return (performance.now() - start) / 1000;
}

function rateOf(seconds: number) {
  return { seconds: round(seconds), rows_per_second: Math.round(ROWS / seconds) };
}

function round(value: number): number {
  return Number(value.toFixed(1));
}
