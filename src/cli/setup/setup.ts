import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { email as emailShape, username as usernameShape } from '#contracts/identity/auth.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { describeSettings } from '#platform/describe-settings.ts';
import { openPrompt } from '../arguments/open-prompt.ts';
import { askAnswers, readAnswers } from './answers.ts';
import { createDatabase } from './create-database.ts';
import { type ShopUser, shopUser } from './shop-user.ts';
import { settingsText, writeSettings } from './write-settings.ts';

const USAGE = 'Usage: facevalue setup [--answers FILE]';
/** What the first admin may do: everything but import, which excludes approving. */
const DUTIES = 'approver,support,publisher';
const CLI = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `facevalue setup`: asks, or reads a file of answers, checks them, makes user, folders, database, key and the first admin,
 * writes the settings and runs the doctor. Changes nothing where there are settings already.
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { answers: { type: 'string' } } });
  if (positionals.length > 0) throw new Error(USAGE);
  const folder = process.env.SETTINGS_DIR ?? process.cwd();
  const file = resolve(folder, 'facevalue.env');
  if (existsSync(file)) throw new Error(`${file} is there already: edit it, and run facevalue doctor.`);
  const answers = values.answers ? await readAnswers(values.answers) : await askAtTerminal();
  const [username, email] = [answers.get('ADMIN_USERNAME') ?? '', answers.get('ADMIN_EMAIL') ?? ''];
  const isRoot = process.getuid?.() === 0;
  const settings = settingsFrom(answers, isRoot ? '/var/lib/facevalue' : resolve(folder, 'data'));
  const { data_dir: data } = refuseWrong(settings, folder);
  refuseWrongAdmin(username, email);

  const user = shopUser();
  await makeDataDir(data, user);
  await makeSettingsDir(folder, user);
  if (answers.get('DATABASE') === 'local')
    for (const [name, url] of Object.entries(createDatabase())) settings.set(name, url);
  await writeSettings(file, settingsText(settings), user?.gid ?? null);
  say(`Wrote ${file}. Creating the tables, the master key and the first admin.`);
  const add = ['user', 'add', username, email, '--role', 'admin', '--duties', DUTIES, '--link'];
  if (runAs(user, folder, add) !== 0) {
    say(
      `\nThe settings stay. Mend in ${file} what is said above, and add the first admin${user ? " as the shop's user" : ''}: facevalue ${add.join(' ')}`,
    );
    return 1;
  }
  say(
    `\nCopy the master key in ${data}/master.key to a safe place, apart from backups: without it every unsold code is lost.`,
  );
  say('\nWhat the shop has by now, and what is missing to sell:\n');
  runAs(user, folder, ['doctor']);
  say('\nStart the shop (systemctl enable --now facevalue), and run facevalue doctor again.');
  return 0;
}

async function askAtTerminal(): Promise<Map<string, string>> {
  const prompt = openPrompt(process.stdin);
  try {
    return await askAnswers(prompt);
  } finally {
    prompt.close();
  }
}

/** The answers that are settings; a shop that is set up is no demo. */
function settingsFrom(answers: ReadonlyMap<string, string>, data_dir: string): Map<string, string> {
  const settings = new Map([['DEMO', 'off'], ['DATA_DIR', data_dir], ...answers]);
  for (const name of ['ADMIN_USERNAME', 'ADMIN_EMAIL', 'DATABASE']) settings.delete(name);
  const database = answers.get('DATABASE') ?? '';
  if (/^postgres(ql)?:/.test(database)) settings.set('DATABASE_URL', database);
  else if (!['local', 'embedded'].includes(database))
    throw new Error('DATABASE is local, embedded, or a postgres:// URL.');
  return settings;
}

/** Every setting is checked as at a start, before anything is made; a name that is no setting would stop every start. */
function refuseWrong(settings: ReadonlyMap<string, string>, folder: string): Config {
  const config = readConfig(Object.fromEntries([...settings].filter(([, value]) => value !== '')), folder, 1);
  const known = new Set(describeSettings(config).map(({ name }) => name));
  const unknown = [...settings.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(unknown.map((name) => `${name} is no setting. Is it misspelt?`).join('\n'));
  return config;
}

function refuseWrongAdmin(username: string, email: string): void {
  if (!usernameShape.safeParse(username).success)
    throw new Error('ADMIN_USERNAME takes 3 to 32 lower-case letters, digits, dots, hyphens or underscores.');
  if (!emailShape.safeParse(email).success) throw new Error('ADMIN_EMAIL is no mail address.');
}

/** A folder for the shop's user alone, and those above it that are missing. */
async function makeDataDir(data: string, user: ShopUser | null): Promise<void> {
  const first = await mkdir(data, { recursive: true, mode: 0o700 });
  if (!user) return;
  for (let each = data; ; each = dirname(each)) {
    await chown(each, user.uid, user.gid);
    if (first === undefined || each === first) return;
  }
}

/** One that the shop's group may read, whatever the umask of root's shell; one that is there stays as it is. */
async function makeSettingsDir(folder: string, user: ShopUser | null): Promise<void> {
  const isNew = await mkdir(folder, { recursive: true, mode: 0o750 });
  if (!user || isNew === undefined) return;
  await chown(folder, 0, user.gid);
  await chmod(folder, 0o750);
}

/** Runs a command of the shop as its user, at this terminal. */
function runAs(user: ShopUser | null, folder: string, command: string[]): number {
  const { PATH, NODE_ENV, TERM } = process.env;
  const env = { PATH, TERM, NODE_ENV, SETTINGS_DIR: folder };
  const { status } = spawnSync(process.execPath, [CLI, ...command], { ...user, env, cwd: '/', stdio: 'inherit' });
  return status ?? 1;
}
