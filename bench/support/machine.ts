import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Sql } from '#platform/db/client.ts';

/** Writes a result with facts about the machine it was measured on, but no names or paths. */
export async function writeResult(name: string, sql: Sql | null, figures: Record<string, unknown>): Promise<void> {
  const [server] = sql ? await sql<{ version: string }[]>`select current_setting('server_version') as version` : [];
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    postgresql: server?.version.split(' ')[0],
  };
  const result = { name, at: new Date().toISOString().slice(0, 10), machine, ...figures };
  const dir = fileURLToPath(new URL('../results/', import.meta.url));
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${dir}${name}.json`, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
