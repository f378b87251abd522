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

/** A fake system without the test programs, which records what it is asked to install. */
const asked = join(dir, 'asked');
for (const name of ['apt-get', 'sudo']) {
  await writeFile(join(dir, name), `#!/bin/sh\necho "$@" >> '${asked}'\n`);
  await chmod(join(dir, name), 0o755);
}

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

test('a run of single files installs no programs', async () => {
  expect(await askedBy('tests/run.test.ts')).toBe('');
});

test.each(['0', 'many', '100000'])('a kill run of %s kills is refused', async (count) => {
  const run = promisify(execFile)(process.execPath, ['tools/run.mjs', 'kills', count], { cwd: root });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: 'Usage: npm run kills -- 1000\n' });
});
