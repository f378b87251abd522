import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { askAnswers } from './answers.ts';
import { run } from './setup.ts';
import { settingsText, writeSettings } from './write-settings.ts';

const dir = await mkdtemp(join(tmpdir(), 'facevalue-setup-'));
vi.stubEnv('SETTINGS_DIR', dir);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(dir, { recursive: true });
});
const complete = {
  PUBLIC_URL: 'https://shop.example',
  DATABASE: 'embedded',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Shop <shop@shop.example>',
  ADMIN_USERNAME: 'you',
  ADMIN_EMAIL: 'you@shop.example',
};

/** A file of these answers. */
async function answersOf(answers: Record<string, string>): Promise<string> {
  const file = join(dir, 'answers');
  await writeFile(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  return file;
}

test.each([
  ['an answer that is missing', { ADMIN_EMAIL: undefined }, 'lacks ADMIN_EMAIL'],
  ['a database of another kind', { DATABASE: 'mysql://db' }, 'DATABASE is local, embedded'],
  ['a setting that a start would refuse', { PUBLIC_URL: 'http://shop.example' }, 'PUBLIC_URL must start with https://'],
  ['half a coin', { BTC_XPUB: 'zpub' }, 'BTC_RPC_URL and BTC_XPUB go together'],
  ['a name that is no setting', { SMPT_URL: 'smtps://mail.example' }, 'SMPT_URL is no setting. Is it misspelt?'],
  ['a name that no admin can have', { ADMIN_USERNAME: 'You' }, 'ADMIN_USERNAME takes 3 to 32 lower-case letters'],
  ['an address that is none', { ADMIN_EMAIL: 'you' }, 'ADMIN_EMAIL is no mail address'],
])('%s is refused before anything is made', async (_what, change, reason) => {
  const answers = Object.fromEntries(
    Object.entries({ ...complete, ...change }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ) as Record<string, string>;
  await expect(run(['--answers', await answersOf(answers)])).rejects.toThrow(reason);
  expect(await readdir(dir)).toEqual(['answers']);
});

test('answers that others can read are refused: they hold passwords', async () => {
  const file = await answersOf(complete);
  await chmod(file, 0o604);
  await expect(run(['--answers', file])).rejects.toThrow(`${file} is open to every user`);
  await chmod(file, 0o600);
});

test('where there are settings, nothing is changed', async () => {
  const file = join(dir, 'facevalue.env');
  await writeFile(file, 'PORT=3000\n');
  await expect(run(['--answers', await answersOf(complete)])).rejects.toThrow(`${file} is there already`);
  await rm(file);
  await expect(run(['now'])).rejects.toThrow('Usage: facevalue setup');
});

test('questions are asked until they are answered; secrets are typed unseen', async () => {
  const asked: string[] = [];
  const typed = ['', 'https://shop.example', '', '', 'smtps://a:b@mail.example', 'shop@shop.example'];
  const answer = async (kind: string, question: string) => {
    asked.push(`${kind} ${question}`);
    return typed.shift() ?? (/first admin/.test(question) ? 'you' : '');
  };
  const answers = await askAnswers({
    line: (question) => answer('shown', question),
    secret: (question) => answer('hidden', question),
  });
  expect(asked.slice(0, 2).map((line) => line.slice(0, 27))).toEqual(Array(2).fill('shown Address of the shop, '));
  expect(asked.filter((line) => line.startsWith('hidden')).map((line) => line.split(/[ ,]/)[1])).toEqual([
    'Mail',
    'Bitcoin',
    'Litecoin',
    'Ethereum',
  ]);
  expect(Object.fromEntries(answers)).toMatchObject({
    PUBLIC_URL: 'https://shop.example',
    DATABASE: 'local',
    DATABASE_OWNER_URL: '',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    SMTP_URL: 'smtps://a:b@mail.example',
    ADMIN_USERNAME: 'you',
  });
});

test('what is written is read again as it was, by its owner alone', async () => {
  const settings = new Map([
    ['MAIL_FROM', `Jo's "Cards" #1 <shop@shop.example>`],
    ['SMTP_URL', 'smtps://a:p%23%27x@mail.example'],
    ['OPERATOR_EMAIL', ''],
  ]);
  const text = settingsText(settings);
  expect(parseEnv(text)).toEqual({
    MAIL_FROM: `Jo's "Cards" #1 <shop@shop.example>`,
    SMTP_URL: 'smtps://a:p%23%27x@mail.example',
  });
  expect(() => settingsText(new Map([['MAIL_FROM', `"a" 'b \``]]))).toThrow('MAIL_FROM holds every kind');
  const file = join(dir, 'written.env');
  await writeSettings(file, text, null);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeSettings(file, text, null)).rejects.toThrow('EEXIST');
});

test.runIf(process.getuid?.() === 0)("the shop's group reads what root wrote, whatever root's umask is", async () => {
  const file = join(dir, 'group.env');
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  await writeSettings(file, 'PORT=3000\n', 12_345);
  const { mode, uid, gid } = await stat(file);
  expect([mode & 0o777, uid, gid]).toEqual([0o640, 0, 12_345]);
});
