import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = await mkdtemp(join(tmpdir(), 'facevalue-run-'));
afterAll(() => rm(dir, { recursive: true }));

async function addProgram(name: string, script: string): Promise<void> {
  await writeFile(join(dir, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(dir, name), 0o755);
}

/** A fake system without the test programs, which records what it is asked to install. */
const asked = join(dir, 'asked');
for (const name of ['apt-get', 'sudo']) await addProgram(name, `echo "$@" >> '${asked}'`);

/** What `npm test` with these arguments requests from the system; Vitest itself only shows its help. */
async function askedBy(...args: string[]): Promise<string> {
  await writeFile(asked, '');
  const env = { PATH: dir, HOME: dir };
  await promisify(execFile)(process.execPath, ['tools/run.mjs', 'test', ...args, '--help'], { cwd: root, env });
  return readFile(asked, 'utf8');
}

test('a run of every test installs the programs that are missing', async () => {
  expect(await askedBy()).toMatch(/install -y/);
});

test('the headless shell is installed beside a whole browser, where the system has a package of it', async () => {
  for (const name of ['chromium', 'litecoind', 'redis-server', 'promtool']) await addProgram(name, 'exit 0');
  await addProgram('apt-cache', 'exit 100');
  expect(await askedBy()).toBe('');
  await addProgram('apt-cache', 'exit 0');
  expect(await askedBy()).toMatch(/install -y .*chromium-headless-shell$/m);
  await addProgram('chromium-headless-shell', 'exit 0');
  expect(await askedBy()).toBe('');
});

test('a run of single files installs no programs', async () => {
  expect(await askedBy('tests/run.test.ts')).toBe('');
});

test.each(['--minutes=0', '--minutes=long', '--seed=one', '--hours=2'])(
  'a model run with %s is refused',
  async (option) => {
    const run = promisify(execFile)(process.execPath, ['tools/run.mjs', 'model', option], { cwd: root });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: 'Usage: npm run model -- --minutes=60 --seed=20261126\n',
    });
  },
);

test.each(['0', 'many', '100000'])('a kill run of %s kills is refused', async (count) => {
  const run = promisify(execFile)(process.execPath, ['tools/run.mjs', 'kills', count], { cwd: root });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: 'Usage: npm run kills -- 1000\n' });
});
