import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const changelog = `# Changelog

## Unreleased

Nothing yet.

## 2.0.0-rc.1

What it brings.

### Added

- A card.

## 1.0.0 - 2026-01-31

- The first.
`;

/** A project of its own with our tools, whose `npm run verify` does what the test says, and a release 1.0.0 behind it. */
async function createProject({ verify = 'exit 0', text = changelog } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-release-'));
  afterAll(() => rm(dir, { recursive: true }));
  for (const part of [
    'tools/run.mjs',
    'tools/release',
    'tools/vendored.json',
    'package-lock.json',
    '.gitignore',
    '.npmrc',
  ])
    await cp(join(root, part), join(dir, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'));
  const json = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const written = { ...json, version: '1.0.0', scripts: { ...json.scripts, verify } };
  await writeFile(join(dir, 'package.json'), `${JSON.stringify(written, null, 2)}\n`);
  await writeFile(join(dir, 'CHANGELOG.md'), text);
  const identity = { GIT_CONFIG_GLOBAL: join(dir, '.git', 'test'), EMAIL: 'test@shop.example' };
  const run = async (program: string, ...args: string[]) =>
    (await promisify(execFile)(program, args, { cwd: dir, env: { ...process.env, ...identity } })).stdout.trim();
  const git = (...args: string[]) => run('git', ...args);
  await git('init', '--quiet');
  await writeFile(identity.GIT_CONFIG_GLOBAL, '[user]\n\tname = Test\n');
  // A link is no folder to git, so the ignored name needs one more way to be ignored.
  await writeFile(join(dir, '.git', 'info', 'exclude'), '/node_modules\n');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Start');
  await git('tag', 'v1.0.0');
  const release = (...args: string[]) => run(process.execPath, 'tools/run.mjs', 'release', ...args);
  const state = async () => [await git('rev-parse', 'HEAD'), await git('tag'), await git('status', '--porcelain')];
  return { dir, git, release, state };
}

test('a release sets the version, dates its notes, is tagged with them, and packs what anybody can repeat', async () => {
  const { dir, git, release } = await createProject({ verify: 'mkdir -p build && echo verified > build/verified' });
  await release('2.0.0-rc.1');
  expect(await readFile(join(dir, 'build', 'verified'), 'utf8')).toBe('verified\n');
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('log', '--format=%s')).toBe('[house] Release 2.0.0-rc.1\nStart');
  for (const file of ['package.json', 'package-lock.json'])
    expect(JSON.parse(await git('show', `v2.0.0-rc.1:${file}`))).toMatchObject({ version: '2.0.0-rc.1' });
  expect(await git('show', 'HEAD:CHANGELOG.md')).toMatch(/^## 2\.0\.0-rc\.1 - \d{4}-\d\d-\d\d$/m);
  expect(await git('cat-file', '-t', 'v2.0.0-rc.1')).toBe('tag');
  const notes = 'What it brings.\n\n### Added\n\n- A card.';
  expect(await git('tag', '--list', '--format=%(contents)', 'v2.0.0-rc.1')).toBe(`Facevalue 2.0.0-rc.1\n\n${notes}`);

  const folder = join(dir, 'build', 'release');
  const [archive, sbom, text] = ['.tar.gz', '.cdx.json', '.md'].map((ending) => `facevalue-2.0.0-rc.1${ending}`);
  const files = [archive!, sbom!, text!];
  expect((await readdir(folder)).sort()).toEqual([...files, 'SHA256SUMS'].sort());
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  for (const file of files) {
    const sum = createHash('sha256').update(await readFile(join(folder, file)));
    expect(sums).toContain(`${sum.digest('hex')}  ${file}\n`);
  }
  const { metadata, components } = JSON.parse(await readFile(join(folder, sbom!), 'utf8'));
  expect(metadata.component.version).toBe('2.0.0-rc.1');
  const names = components.map(({ name }: { name: string }) => name);
  expect(['hono', 'postgres', 'vitest'].map((name) => names.includes(name))).toEqual([true, true, false]);
  expect(await readFile(join(folder, text!), 'utf8')).toBe(`${notes}\n`);
  await git('archive', '--prefix=facevalue-2.0.0-rc.1/', '--output=again.tar.gz', 'v2.0.0-rc.1');
  expect(await readFile(join(dir, 'again.tar.gz'))).toEqual(await readFile(join(folder, archive!)));
});

test('a dry run names the notes and changes nothing', async () => {
  const { release, state, dir } = await createProject({ verify: 'exit 1' });
  const before = await state();
  const printed = await release('2.0.0-rc.1', '--dry-run');
  expect(printed).toContain('tag v2.0.0-rc.1');
  expect(printed).toContain('- A card.');
  expect(await state()).toEqual(before);
  expect(await readdir(dir)).not.toContain('build');
});

const untouched = await createProject();

test.for<[string, { version: string; verify?: string; text?: string; dirty?: boolean }, RegExp]>([
  ['no version', { version: '' }, /^Usage: npm run release/],
  ['a version that is none', { version: 'v2.0' }, /^v2\.0 is no semantic version/],
  ['the released version', { version: '1.0.0' }, /not higher than 1\.0\.0, which is released/],
  ['a candidate of what is released', { version: '1.0.0-rc.9' }, /not higher than 1\.0\.0, which is released/],
  ['a version without a section', { version: '2.0.0' }, /no section "## 2\.0\.0"/],
  ['an empty section', { version: '2.0.0', text: '## 2.0.0\n\n## 1.0.0\n' }, /no section "## 2\.0\.0"/],
  ['a section with a date', { version: '2.0.0', text: '## 2.0.0 - 2026-02-01\n\n- It.\n' }, /dates 2\.0\.0 already/],
  ['a change that is not committed', { version: '2.0.0-rc.1', dirty: true }, /not committed/],
  ['a tree that npm run verify refuses', { version: '2.0.0-rc.1', verify: 'exit 1' }, /npm run verify failed/],
])('%s is refused, and nothing changes', async ([, { version, dirty = false, ...project }, reason]) => {
  const own = dirty || Object.keys(project).length > 0;
  const { dir, release, state } = own ? await createProject(project) : untouched;
  if (dirty) await writeFile(join(dir, 'note.txt'), 'left lying around');
  const before = await state();
  await expect(release(...(version ? [version] : []))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(reason),
  });
  expect(await state()).toEqual(before);
  expect(await readdir(dir)).not.toContain('build');
});

test('a version below that of package.json is refused', async () => {
  const { dir, git, release } = await createProject();
  const file = join(dir, 'package.json');
  const json = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...json, version: '3.0.0' }));
  await git('commit', '--quiet', '--all', '--message', 'Go ahead');
  await expect(release('2.0.0-rc.1')).rejects.toMatchObject({
    stderr: expect.stringMatching(/lower than 3\.0\.0 in package\.json/),
  });
});
