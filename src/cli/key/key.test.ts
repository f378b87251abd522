import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { run } from './key.ts';
import { restoreFromShares } from './shares.ts';

const dir = mkdtempSync(join(tmpdir(), 'facevalue-key-'));
afterAll(() => rmSync(dir, { recursive: true }));
const file = join(dir, 'master.key');
const key = randomBytes(32);
writeFileSync(file, key, { mode: 0o600 });

/** Runs the command with settings and what somebody types, and returns what it prints or why it refuses. */
async function facevalue(
  [verb = '', ...args]: string[],
  { typed = '', env = {} }: { typed?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; out: string; err: string }> {
  const printed = { out: '', err: '' };
  const collect = (to: keyof typeof printed) => (text: string | Uint8Array) => {
    printed[to] += String(text);
    return true;
  };
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(collect('out'));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(collect('err'));
  try {
    const config = readConfig({ DATA_DIR: dir, DEMO: 'on', ...env }, dir);
    const input = Readable.from(typed.split(/(?<=\n)/));
    const code =
      verb === 'restore'
        ? await restoreFromShares(config, args, input)
        : await run(config, createLogger('silent'), [verb, ...args]);
    return { code, ...printed };
  } catch (error) {
    return { ...printed, code: 1, err: printed.err + (error as Error).message };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

const sheetsOf = (out: string) =>
  out
    .split(/Master key [0-9a-f]{8}, share \d of \d\. Any \d give it back\./)
    .slice(1)
    .map((sheet) => sheet.trim());

describe('the master key on paper', () => {
  test('is printed as shares that give it back where there is none, typed with their numbers or without', async () => {
    const { code, out, err } = await facevalue(['shares', '--threshold', '2', '--shares', '3']);
    expect([code, err]).toEqual([0, expect.stringContaining('different people')]);
    const sheets = sheetsOf(out);
    expect(sheets).toHaveLength(3);
    const lines = sheets.map((sheet) => sheet.replaceAll('\n', ' '));
    const to = join(dir, 'restored.key');
    const wrong = lines[2]!.replace(/ \w+$/, ' academic');
    const typed = `${wrong}\n${lines[2]}\n${lines[2]}\n${lines[0]!.replaceAll(/\d/g, '').toUpperCase()}\n`;
    const restored = await facevalue(['restore'], { typed, env: { MASTER_KEY_FILE: to } });
    expect(restored.code).toBe(0);
    expect(restored.err).toContain('That is no share');
    expect(restored.err).toContain('typed that one before');
    expect(readFileSync(to).equals(key)).toBe(true);
    const id = /Master key ([0-9a-f]{8}), share/.exec(out)?.[1];
    expect(restored.out).toContain(`Master key ${id} is in ${to}`);
  });

  test('is not restored over one that is there, from shares of two sets, or from nothing', async () => {
    const there = await facevalue(['restore']);
    expect([there.code, there.err]).toEqual([1, expect.stringContaining('There is a master key at')]);
    const first = async () =>
      sheetsOf((await facevalue(['shares', '--threshold', '2', '--shares', '2'])).out)[0]!.replaceAll('\n', ' ');
    const [one, other] = [await first(), await first()];
    const to = join(dir, 'none.key');
    const mixed = await facevalue(['restore'], { typed: `${one}\n${other}\n`, env: { MASTER_KEY_FILE: to } });
    expect([mixed.code, mixed.err]).toEqual([1, expect.stringContaining('of different sets')]);
    const none = await facevalue(['restore'], { env: { MASTER_KEY_FILE: to } });
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('Nothing was typed')]);
    expect(existsSync(to)).toBe(false);
  });

  test('is refused for numbers that make no set, and without a key', async () => {
    for (const args of [
      ['--threshold', '1', '--shares', '3'],
      ['--threshold', 'x', '--shares', '3'],
      ['--threshold', '3', '--shares', '2'],
    ])
      expect(await facevalue(['shares', ...args])).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringContaining('2 to 16'),
      });
    expect(await facevalue(['shares', '--shares', '2'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Usage'),
    });
    const env = { MASTER_KEY_FILE: join(dir, 'absent.key') };
    const absent = await facevalue(['shares', '--threshold', '2', '--shares', '2'], { env });
    expect([absent.code, absent.err]).toEqual([1, expect.stringContaining('There is no master key')]);
    expect(existsSync(env.MASTER_KEY_FILE)).toBe(false);
  });
});

describe('a credential of the service', () => {
  const credentials = mkdtempSync(join(dir, 'credentials-'));
  writeFileSync(join(credentials, 'master-key'), key, { mode: 0o440 });
  const env = { CREDENTIALS_DIRECTORY: credentials };

  test('is the master key, whoever else its access list names, and is never written', async () => {
    const { code, out } = await facevalue(['shares', '--threshold', '2', '--shares', '2'], { env });
    expect([code, sheetsOf(out).length]).toEqual([0, 2]);
    const restored = await facevalue(['restore'], { env });
    expect([restored.code, restored.err]).toEqual([1, expect.stringContaining('comes from a credential')]);
  });

  test('beside MASTER_KEY_FILE is refused: one of them would be ignored', async () => {
    const both = await facevalue(['list'], { env: { ...env, MASTER_KEY_FILE: file } });
    expect([both.code, both.err]).toEqual([1, expect.stringContaining('leave one of them out')]);
  });
});

describe('a command that prints the master key', () => {
  const shares = ['shares', '--threshold', '2', '--shares', '2'];
  const by = (MASTER_KEY_COMMAND: string) => ({ env: { MASTER_KEY_COMMAND } });

  test.each([`/bin/cat ${file}`, `/usr/bin/base64 ${file}`])('is asked for it: %s', async (command) => {
    const { code, out } = await facevalue(shares, by(command));
    expect(code).toBe(0);
    const typed = sheetsOf(out)
      .map((sheet) => `${sheet.replaceAll('\n', ' ')}\n`)
      .join('');
    const to = join(mkdtempSync(join(dir, 'back-')), 'master.key');
    await facevalue(['restore'], { typed, env: { MASTER_KEY_FILE: to } });
    expect(readFileSync(to).equals(key)).toBe(true);
  });

  test.each([
    ['/bin/false 123456', 'MASTER_KEY_COMMAND failed (exit 1)'],
    ['/nonexistent/tool 123456', 'MASTER_KEY_COMMAND failed (ENOENT)'],
    ['/bin/echo 123456', 'must be 32 bytes, not'],
    ['/usr/bin/yes 123456', 'MASTER_KEY_COMMAND failed (ENOBUFS)'],
    ['/bin/echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=', 'pattern that anyone could guess'],
    ['cat 123456', 'must begin with the whole path'],
  ])('%s is refused, and neither its arguments nor what it prints are shown', async (command, reason) => {
    const { code, out, err } = await facevalue(shares, by(command));
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(reason)]);
    expect(err).not.toMatch(/123456|aaaa/);
  });

  test('beside a file is refused, and nothing is restored into it', async () => {
    const both = await facevalue(shares, { env: { MASTER_KEY_COMMAND: `/bin/cat ${file}`, MASTER_KEY_FILE: file } });
    expect([both.code, both.err]).toEqual([1, expect.stringContaining('both set')]);
    const restored = await facevalue(['restore'], by(`/bin/cat ${file}`));
    expect([restored.code, restored.err]).toEqual([1, expect.stringContaining('comes from a command')]);
  });
});

test('another verb is answered with how it is used', async () => {
  for (const args of [[], ['fix'], ['restore', 'x']])
    expect(await facevalue(args)).toMatchObject({ code: 1, err: expect.stringContaining('Usage: facevalue key list') });
});
