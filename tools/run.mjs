// Runs every command: `node tools/run.mjs start | dev | test | test:slow | verify | mutate | kills | model | bench | issuer | sbom | release |
// package | advisories | cli`. Plain JavaScript, because it starts on the host's Node (20 or later) and installs the pinned one itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...parts) => join(root, ...parts);
const buildStamp = inRoot('build', '.facevalue-built');

const commands = {
  start,
  dev,
  test,
  'test:slow': testSlow,
  verify,
  mutate,
  kills,
  model,
  bench,
  issuer,
  sbom,
  release,
  package: pack,
  advisories,
  cli,
};

function start(args) {
  if (isDemo() && !install(inRoot('tools', 'bcoin'))) say('bcoin could not be installed: the demo offers no Bitcoin.');
  buildWeb();
  // A smaller young generation: 234 instead of 251 MB after the load of bench/ssr-cards.ts, at the same speed.
  become(['--max-semi-space-size=8', 'src/server.ts', ...args], { NODE_ENV: process.env.NODE_ENV ?? 'production' });
}

/** Outside demo mode PUBLIC_URL is always set. */
function isDemo() {
  const file = inRoot('facevalue.env');
  const inFile = existsSync(file) && /^\s*(export\s+)?PUBLIC_URL\s*=\s*\S/m.test(readFileSync(file, 'utf8'));
  return !process.env.PUBLIC_URL && !inFile;
}

function dev(args) {
  // Every folder but the pages: Vite reloads those, and its temporary files would restart the server for ever.
  const watched = readdirSync(inRoot('src')).filter((name) => name !== 'web');
  become([...watched.map((name) => `--watch-path=src/${name}`), '--watch-preserve-output', 'src/server.ts', ...args], {
    NODE_ENV: 'development',
  });
}

/** Without the slow kinds, unless files are named: faults, corpora of real size, every screen, the office in a browser. */
function test(args) {
  if (args.some((arg) => !arg.startsWith('-'))) return runTests(args);
  // A run of single files takes the system as it is: a test says itself what it lacks.
  installTestPrograms();
  runTests(['--exclude=**/*.slow.test.ts', ...args]);
}

function testSlow(args) {
  installTestPrograms({ slow: true });
  runTests(['.slow.test.', ...args]);
}

function runTests(args) {
  const chromium = findChromium();
  if (!install(inRoot('tools', 'bcoin'))) say('bcoin could not be installed: the tests that need it will fail.');
  buildWeb();
  become(['node_modules/vitest/vitest.mjs', 'run', ...args], {
    NODE_ENV: 'test',
    ...(chromium && { CHROMIUM_PATH: chromium }),
  });
}

async function verify() {
  const typegen = await report(['node_modules/@react-router/dev/bin.cjs', 'typegen']);
  const checks = [
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
    // Several checkers check much of it twice: 63 s of processor time instead of 26, and 4.4 GB.
    ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--singleThreaded'],
    ['tools/check-arrows.ts'],
    ['tools/sql-arrows/check-sql-arrows.ts'],
    ['tools/check-docs.ts'],
    ['tools/check-licences.ts'],
    ['tools/advisories/check-advisories.ts'],
  ];
  const codes = await Promise.all(checks.map(report));
  process.exit([typegen, ...codes].every((code) => code === 0) ? 0 : 1);
}

function mutate(args) {
  become(['tools/mutate/mutate.ts', ...args], { NODE_ENV: 'test' });
}

/** The kill run of the tests, with more kills and its progress printed as it goes. */
function kills([count = '1000']) {
  if (!/^[1-9]\d{0,4}$/.test(count)) fail('Usage: npm run kills -- 1000');
  process.env.KILLS = count;
  runTests(['tests/faults/kill-run.slow.test.ts', '--disable-console-intercept']);
}

/** The model test of the books for so many minutes, with steps that no run before has taken unless a seed is named. */
function model(args) {
  const {
    minutes = '10',
    seed = 'random',
    ...other
  } = Object.fromEntries(args.map((arg) => arg.replace(/^--/, '').split('=')));
  const known = /^[1-9]\d{0,3}$/.test(minutes) && /^(random|-?\d{1,10})$/.test(seed);
  if (!known || Object.keys(other).length > 0) fail('Usage: npm run model -- --minutes=60 --seed=20261126');
  Object.assign(process.env, { MODEL_MINUTES: minutes, SEED: seed });
  runTests(['tests/model', '--disable-console-intercept']);
}

async function bench(args) {
  const names = args.filter((arg) => !arg.startsWith('--against='));
  const against = args.find((arg) => arg.startsWith('--against='))?.slice('--against='.length);
  const all = readdirSync(inRoot('bench')).filter((file) => file.endsWith('.ts'));
  const files = names.length > 0 ? names.map((name) => `${name.replace(/\.ts$/, '')}.ts`) : all;
  const unknown = files.find((file) => !all.includes(file));
  if (unknown) fail(`There is no bench/${unknown}. There is: ${all.join(', ')}`);
  if (against) return become(['tools/pair-bench.ts', against, ...files.map((file) => file.replace(/\.ts$/, ''))]);
  buildWeb();
  for (const file of files) runNode([`bench/${file}`], { env: { NODE_ENV: 'production' } });
}

function issuer(args) {
  become(['tools/issuer.ts', ...args]);
}

function sbom(args) {
  become(['tools/release/write-sbom.ts', ...args]);
}

function release(args) {
  become(['tools/release/release.ts', ...args]);
}

function pack(args) {
  buildWeb();
  become(['tools/release/package.ts', ...args]);
}

function advisories(args) {
  become(['tools/advisories/check-advisories.ts', '--fresh', ...args]);
}

function cli(args) {
  become(['src/cli.ts', ...args]);
}

/** Installs a folder's dependencies, unless its node_modules matches the lock file. */
function install(folder = root) {
  const stamp = join(folder, 'node_modules', '.facevalue-installed');
  const wanted = hashOf([join(folder, 'package-lock.json')]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  say(folder === root ? 'Installing dependencies' : `Installing dependencies of ${folder.slice(root.length)}`);
  rmSync(stamp, { force: true });
  // Not `npm ci`: it fails if a registry lacks another platform's optional package. The lock file stays as it is.
  const args = ['install', '--no-save', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'];
  // npm must not run on the node in node_modules, which it may be about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !part.includes('node_modules'))
    .join(delimiter);
  const done = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], env: { ...process.env, PATH: path } });
  if (done.error) say(`npm can't be run: ${done.error.message}`);
  if (done.status !== 0) return false;
  writeFileSync(stamp, wanted);
  return true;
}

/** The pinned Node in node_modules, or the host's if that is new enough. */
function runtime() {
  const pinned = inRoot('node_modules', '.bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (major(process.version) >= 26) return process.execPath;
  fail(`There is no packaged Node 26 for ${process.platform}-${process.arch}: install Node 26 and start again.`);
}

/** Builds the pages, unless the last build was made from the same sources, dependencies and settings by the same Node. */
function buildWeb() {
  const folders = ['src/web', 'src/contracts', 'src/i18n', 'tools'];
  const sources = folders.flatMap((dir) => listFiles(inRoot(dir))).filter((file) => !file.includes('node_modules'));
  const config = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
  const wanted = `${process.version} ${hashOf([...sources.sort(), ...config.map((file) => inRoot(file))])}`;
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === wanted) return;
  say('Building the pages');
  rmSync(buildStamp, { force: true });
  runNode(['node_modules/@react-router/dev/bin.cjs', 'build'], { env: { NODE_ENV: 'production' }, quiet: true });
  writeFileSync(buildStamp, wanted);
}

function findProgram(name) {
  const dirs = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  return dirs.map((dir) => join(dir, name)).find((path) => existsSync(path));
}

/** The same engine as the browser's without its own windows. */
const headlessShell = 'chromium-headless-shell';

function findChromium() {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const dirs = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => dirs.map((dir) => join(dir, name)));
  const found = [process.env.CHROMIUM_PATH, ...paths, mac].filter((path) => path && existsSync(path));
  // Some systems ship a stub of that name that only prints how to install the real one.
  return found.find((path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0);
}

/**
 * Programs that tests need and npm doesn't provide: a browser, a Litecoin node, a Redis server, Prometheus' checker of rules, systemd's of
 * units, proxies. Missing ones are installed from Debian's packages if possible; otherwise the tests that need them say so.
 */
function installTestPrograms({ slow = false } = {}) {
  const wanted = [
    { name: headlessShell, find: findChromium },
    { name: 'litecoind', find: () => findProgram('litecoind') },
    { name: 'redis-server', find: () => findProgram('redis-server') ?? findProgram('valkey-server') },
    { name: 'prometheus', find: () => findProgram('promtool') },
    ...(slow ? ['caddy', 'nginx', 'haproxy'].map((name) => ({ name, find: () => findProgram(name) })) : []),
    ...(slow ? [{ name: 'systemd', find: () => findProgram('systemd-analyze') }] : []),
  ];
  const missing = wanted.filter(({ find }) => !find()).map(({ name }) => name);
  // A whole browser serves as well, at twice the processor time.
  if (!missing.includes(headlessShell) && !hasHeadlessShell() && isPackaged(headlessShell)) missing.push(headlessShell);
  if (missing.length > 0) installPackages(missing);
  for (const { name, find } of wanted) {
    if (!find()) say(`${name} was not found and could not be installed: the tests that need it will fail.`);
  }
}

/** Or a browser that was named instead. */
const hasHeadlessShell = () => Boolean(process.env.CHROMIUM_PATH || findProgram(headlessShell));

const isPackaged = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0;

function installPackages(names) {
  say(`Installing from the system's packages: ${names.join(', ')}`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // One by one: a system that lacks one of them still gets the others.
  const installs = names.map((name) => ['install', '-y', '--no-install-recommends', name]);
  const steps = [['update'], ...installs];
  for (const args of steps) {
    const [file, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    spawnSync(file, rest, { stdio: ['ignore', 2, 2], env });
  }
}

/** Runs a step to its end and exits if it fails. Quiet steps print only when they fail. */
function runNode(args, { env = {}, quiet = false } = {}) {
  const done = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 100_000_000,
  });
  if (done.status === 0) return;
  if (quiet) process.stderr.write(Buffer.concat([done.stdout, done.stderr]));
  fail(`${args.join(' ')} failed.`);
}

function report(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(parts));
      if (code !== 0) say(`FAILED: ${args.join(' ')}`);
      resolve(code);
    });
  });
}

/** Replaces this process with the program, which then has its own signals, terminal and exit code. */
function become(args, env = {}) {
  process.chdir(root);
  // Strip types once, not at every start.
  const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules', '.cache', 'compile') };
  process.execve(process.execPath, [process.execPath, ...args], { ...process.env, ...cache, ...env });
}

/** The same for the host's older Node, which can't replace its process. */
function runAgain(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('close', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function listFiles(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function major(version) {
  return Number(version.slice(1).split('.')[0]);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}

const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(commands, name ?? '')) fail(`Usage: node tools/run.mjs ${Object.keys(commands).join(' | ')}`);
if (major(process.version) < 20) fail(`Facevalue needs Node 20 or later; this is ${process.version}.`);
if (!install()) fail('The dependencies could not be installed; see npm above.');
if (typeof process.execve === 'function' && major(process.version) >= 26) await commands[name](rest);
else runAgain(runtime(), [fileURLToPath(import.meta.url), name, ...rest]);
