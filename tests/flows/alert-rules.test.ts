import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { authorization, metrics_token, scrape } from '#tests/support/metrics.ts';
import { createTestShop } from '#tests/support/shop.ts';

const ops = (path: string) => fileURLToPath(new URL(`../../ops/${path}`, import.meta.url));

/** What Prometheus' own checker answers. Debian has it in the package `prometheus`. */
async function promtool(...args: string[]): Promise<string> {
  const run = promisify(execFile)('promtool', args);
  const { stdout, stderr } = await run.catch((error: NodeJS.ErrnoException & { stdout?: string; stderr?: string }) => {
    if (error.code === 'ENOENT') throw new Error('The tests need promtool in the PATH.', { cause: error });
    return { stdout: error.stdout ?? '', stderr: `${error.message} ${error.stderr}` };
  });
  return stdout + stderr;
}

test('Prometheus takes the rules', async () => {
  expect(await promtool('check', 'rules', ops('prometheus/alerts.yml'))).toMatch(/SUCCESS: \d\d rules found/);
});

test('each rule fires for a shop in trouble, and not for one that is well', async () => {
  const text = await readFile(ops('prometheus/alerts.test.yml'), 'utf8');
  const rules = await readFile(ops('prometheus/alerts.yml'), 'utf8');
  for (const [, rule] of rules.matchAll(/alert: Facevalue(\w+)/g))
    for (const state of ['trouble', 'well']) expect(text).toContain(`name: ${rule}, ${state}\n`);
  const answer = await promtool('test', 'rules', ops('prometheus/alerts.test.yml'));
  expect(answer).toContain('SUCCESS');
  expect(answer).not.toContain('FAILED');
});

test.each(['prometheus/alerts.yml', 'grafana/facevalue.json'])('a shop exports every metric of %s', async (file) => {
  const shop = await createTestShop({ metrics_token });
  const exported = await (await scrape(shop, { authorization })).text();
  const named = (await readFile(ops(file), 'utf8')).match(/\b(facevalue|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const missing = named.filter((name) => !exported.includes(`# TYPE ${name.replace(/_bucket$/, '')} `));
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(missing)]).toEqual([]);
});
