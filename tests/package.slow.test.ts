import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onLayer } from '#tests/support/on-layer.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
const platform = `${process.platform}-${process.arch}`;
const execute = promisify(execFile);

const dir = await mkdtemp(join(tmpdir(), 'facevalue package '));
// The database of a shop that root starts belongs to another user, who must get there.
await chmod(dir, 0o711);
afterAll(() => rm(dir, { recursive: true, force: true }));
const [packed, releases, home, data] = ['packed', 'opt/releases', 'home', 'data'].map((name) => join(dir, name)) as [
  string,
  string,
  string,
  string,
];
const release = join(releases, `facevalue-${version}`);
const archive = `facevalue-${version}-${platform}.tar.gz`;
const deb = `facevalue_${version.replace('-', '~')}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`;

beforeAll(async () => {
  await execute(process.execPath, ['tools/run.mjs', 'package', '--deb', '--to', packed], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  for (const folder of [releases, home, data]) await mkdir(folder, { recursive: true });
  if (user) for (const folder of [home, data]) await chown(folder, user.uid, user.gid);
  await execute('tar', ['-xf', join(packed, archive), '-C', releases]);
}, 600_000);

/** A user's bare environment: nothing is installed, and nothing is in the home. Root looks for users by programs on its path. */
const bare = { PATH: '', HOME: home };
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
const facevalue = (...args: string[]) =>
  execute(join(release, 'bin', 'facevalue'), args, { cwd: home, env: bare, ...user });

/** Starts the shop of a release, asks it, and ends it. */
async function serving<T>(folder: string, ask: (url: string) => Promise<T>): Promise<T> {
  const child = spawn(join(folder, 'bin', 'facevalue'), ['start'], {
    cwd: home,
    ...user,
    env: { ...bare, DATA_DIR: data, PORT: '0', DEMO: 'on', DEMO_COINS: 'ETH', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const [, said] = /Facevalue is ready: (\S+)/.exec(printed) ?? [];
        if (said) resolve(said.replace('localhost', '127.0.0.1'));
      });
    child.once('close', () => reject(new Error(`the shop did not start: ${printed}`)));
  });
  try {
    return await ask(url);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  }
}

test('the archive has a sum, a bill of materials, and no compiler, browser or development chain', async () => {
  const sums = await readFile(join(packed, 'SHA256SUMS'), 'utf8');
  const files = sums
    .trim()
    .split('\n')
    .map((line) => line.slice(66));
  expect(files).toEqual([archive, `facevalue-${version}-${platform}.cdx.json`, deb]);
  await execute('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: packed });
  expect((await readdir(packed)).sort()).toEqual(['SHA256SUMS', ...files].sort());

  const modules = await readdir(join(release, 'node_modules'));
  for (const name of [
    'typescript',
    '@typescript',
    'vite',
    'vitest',
    'playwright-core',
    '@foundry-rs',
    '@biomejs',
    'rolldown',
  ])
    expect(modules).not.toContain(name);
  const { components, metadata } = JSON.parse(await readFile(join(release, 'sbom.cdx.json'), 'utf8'));
  expect(metadata.component.version).toBe(version);
  const listed = new Set(components.map((one: { name: string; group?: string }) => one.name));
  for (const name of ['hono', 'pg', 'lucide', `node-${platform}`, 'postgres']) expect(listed).toContain(name);
  for (const name of ['typescript', 'vitest', '@foundry-rs/anvil']) expect(listed).not.toContain(name);
  // Its code is in the built pages, so its notice ships.
  expect((await readdir(join(release, 'node_modules', 'lucide'))).sort()).toEqual(['LICENSE', 'package.json']);
  expect(
    (await readdir(join(release, 'src'), { recursive: true })).filter((name) => /\.test\.|\.tsx$/.test(name)),
  ).toEqual([]);
});

test('its command runs on its own Node, where nothing is installed and the home is empty', async () => {
  expect((await facevalue('--version')).stdout).toBe(`facevalue ${version}\n`);
  expect((await facevalue()).stdout).toContain('start [--role=all|web|worker|vault]');
  await expect(facevalue('start', '--role=all', '--quick')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage: facevalue start'),
  });
  await expect(facevalue('start', '--role=cook')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--role must be'),
  });
  expect(await readdir(home)).toEqual([]);
});

test('settings are read from SETTINGS_DIR where it is set', async () => {
  const settings = join(dir, 'settings');
  await mkdir(settings);
  await writeFile(join(settings, 'facevalue.env'), 'PROT=3000\n', { mode: 0o600 });
  const env = { ...bare, SETTINGS_DIR: settings };
  await expect(execute(join(release, 'bin', 'facevalue'), ['start'], { cwd: home, env })).rejects.toMatchObject({
    stderr: expect.stringContaining('PROT in facevalue.env is no setting'),
  });
});

test('a release becomes the current one, serves, and goes on serving the files of the one before', async () => {
  const next = join(releases, 'facevalue-next');
  await cp(release, next, { recursive: true, verbatimSymlinks: true });
  const old = (await readdir(join(release, 'build/client/assets'))).find((name) => /^vendor-.*\.js$/.test(name))!;
  await rm(join(next, 'build/client/assets', old));
  const made = (folder: string) => execute(join(folder, 'bin', 'make-current'));
  await made(release);
  const current = join(dir, 'opt/current');
  expect(await readlink(current)).toBe(`releases/facevalue-${version}`);
  await expect(access(join(release, 'build/before'))).rejects.toThrow();

  const assetOf = async (url: string) => {
    const answer = await fetch(`${url}/assets/${old}`);
    return [answer.status, answer.headers.get('cache-control'), (await answer.text()).length > 0];
  };
  await serving(current, async (url) => {
    expect(await (await fetch(`${url}/healthz`)).text()).toBe('ok\n');
    expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready\n');
    const page = await fetch(`${url}/login`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/assets/')]);
    expect(await assetOf(url)).toEqual([200, 'public, max-age=31536000, immutable', true]);
  });

  await made(next);
  expect(await realpath(current)).toBe(await realpath(next));
  await rm(release, { recursive: true });
  expect(await serving(current, assetOf)).toEqual([200, 'public, max-age=31536000, immutable', true]);
  // Once more: a second time loses nothing.
  await made(next);
  expect(await readdir(join(next, 'build/before/assets'))).toContain(old);
}, 300_000);

test('a release outside a folder for releases is not made the current one', async () => {
  const elsewhere = join(dir, 'elsewhere', 'bin');
  await cp(join(root, 'bin'), elsewhere, { recursive: true });
  await expect(execute(join(elsewhere, 'make-current'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('a folder named releases'),
  });
});

test('the Debian package installs, is upgraded with the release before beside it, and leaves books and keys when purged', async () => {
  const printed = await onLayer(
    packed,
    `
    rm -rf /etc/facevalue /var/lib/facevalue
    dpkg -i /packed/${deb} >/dev/null
    echo "command: $(command -v facevalue) $(cd / && setpriv --reuid=facevalue --regid=facevalue --clear-groups facevalue --version)"
    stat -c '%n %U %G %a' /etc/facevalue /var/lib/facevalue
    for unit in facevalue facevalue-web facevalue-worker facevalue-vault; do
      systemd-analyze verify /usr/lib/systemd/system/$unit.service
      systemd-analyze security --offline=yes --threshold=20 /usr/lib/systemd/system/$unit.service | tail -1
    done
    echo 'PROT=1' >/etc/facevalue/facevalue.env
    facevalue start 2>&1 || true

    mkdir /next && dpkg-deb -R /packed/${deb} /next
    mv /next/opt/facevalue/releases/facevalue-${version} /next/opt/facevalue/releases/facevalue-9.0.0
    touch /next/opt/facevalue/releases/facevalue-9.0.0/build/client/assets/new.js
    rm /next/opt/facevalue/releases/facevalue-9.0.0/build/client/assets/vendor-*.js
    sed -i 's/^Version: .*/Version: 9.0.0/' /next/DEBIAN/control
    sed -i 's/facevalue-${version}/facevalue-9.0.0/g' /next/DEBIAN/postinst
    dpkg-deb --root-owner-group -Znone --build /next /next.deb >/dev/null
    dpkg -i /next.deb >/dev/null
    echo "releases: $(ls /opt/facevalue/releases | tr '\\n' ' ')"
    echo "current: $(readlink /opt/facevalue/current)"
    echo "files before: $(cd /opt/facevalue/current/build/before/assets && ls vendor-*.js)"
    echo "way back: $(/opt/facevalue/releases/facevalue-${version}/bin/make-current)"
    dpkg -P facevalue
    ls -d /opt/facevalue /etc/facevalue /var/lib/facevalue 2>/dev/null || true`,
  );
  expect(printed).toContain(`command: /usr/bin/facevalue facevalue ${version}\n`);
  expect(printed).toContain('/etc/facevalue root facevalue 750\n/var/lib/facevalue facevalue facevalue 700\n');
  expect(printed.match(/Overall exposure level for facevalue[\w-]*\.service: 1\.\d OK/g)).toHaveLength(4);
  expect(printed).toContain('PROT in facevalue.env is no setting');
  expect(printed).toContain(`releases: facevalue-${version} facevalue-9.0.0 \n`);
  expect(printed).toContain('current: releases/facevalue-9.0.0\n');
  expect(printed).toMatch(/files before: vendor-[\w-]+\.js\n/);
  expect(printed).toContain(`way back: /opt/facevalue/current leads to facevalue-${version}.`);
  expect(printed).toMatch(/were not removed: they hold .* the master key\.\n/);
  expect(printed.trim().split('\n').slice(-2)).toEqual(['/etc/facevalue', '/var/lib/facevalue']);
}, 300_000);
