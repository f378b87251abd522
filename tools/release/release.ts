// `npm run release -- 1.0.0-rc.2`: checks, then sets the version, dates its section of CHANGELOG.md, commits, tags and packs.
// `--dry-run` only says so. It never pushes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import semver from 'semver';
import { readNotes } from './read-notes.ts';
import { writeSbom } from './write-sbom.ts';
import { writeSums } from './write-sums.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = 'build/release';
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md'];
const read = (file: string) => readFileSync(join(root, file), 'utf8');

class Refusal extends Error {}

function run(program: string, args: string[], input?: string): string {
  const { status, stdout } = spawnSync(program, args, {
    cwd: root,
    input,
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Refusal(`${program} ${args[0]} failed.`);
  return stdout.trim();
}

/** Refuses what can't be released; returns the notes. */
function check(version: string): string {
  if (semver.valid(version) !== version) throw new Refusal(`${version} is no semantic version, such as 1.0.0-rc.2.`);
  if (run('git', ['status', '--porcelain'])) throw new Refusal('There are changes that are not committed.');
  const released = run('git', ['tag', '--merged', 'HEAD', '--list', 'v*'])
    .split('\n')
    .flatMap((tag) => semver.valid(tag) ?? []);
  const last = semver.rsort(released)[0];
  if (last && semver.lte(version, last)) throw new Refusal(`${version} is not higher than ${last}, which is released.`);
  const { version: current } = JSON.parse(read('package.json')) as { version: string };
  if (semver.lt(version, current)) throw new Refusal(`${version} is lower than ${current} in package.json.`);
  const section = readNotes(read('CHANGELOG.md'), version);
  if (!section?.notes) throw new Refusal(`CHANGELOG.md has no section "## ${version}" that says what is new.`);
  if (section.date)
    throw new Refusal(`CHANGELOG.md dates ${version} already: its section gets its date by the release.`);
  return section.notes;
}

function setVersion(version: string): void {
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version', '--loglevel=error']);
  const today = new Date().toISOString().slice(0, 10);
  const dated = read('CHANGELOG.md').replace(`\n## ${version}\n`, `\n## ${version} - ${today}\n`);
  writeFileSync(join(root, 'CHANGELOG.md'), dated);
}

/** Everybody can repeat the archive from the tag: git writes the same bytes again. */
function pack(version: string, notes: string): string[] {
  const name = `facevalue-${version}`;
  const files = [`${name}.tar.gz`, `${name}.cdx.json`, `${name}.md`] as const;
  const [archive, , text] = files;
  run('git', ['archive', `--prefix=${name}/`, `--output=${folder}/${archive}`, `v${version}`]);
  writeFileSync(join(root, folder, text), `${notes}\n`);
  writeSums(join(root, folder), files);
  return [...files, 'SHA256SUMS'];
}

function release(version: string): void {
  const notes = check(version);
  const verified = spawnSync('npm', ['run', 'verify'], { cwd: root, stdio: 'inherit' });
  if (verified.status !== 0) throw new Refusal('npm run verify failed: nothing was changed.');
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  try {
    setVersion(version);
    writeSbom(`${folder}/facevalue-${version}.cdx.json`, { of: 'locked' });
    run('git', ['commit', '--quiet', '--message', `[house] Release ${version}`, '--', ...changed]);
  } catch (error) {
    run('git', ['checkout', '--quiet', 'HEAD', '--', ...changed]);
    throw error;
  }
  // Its default clean-up would drop the headings, which start like comments.
  run(
    'git',
    ['tag', '--annotate', '--cleanup=whitespace', '--file=-', `v${version}`],
    `Facevalue ${version}\n\n${notes}\n`,
  );
  for (const file of pack(version, notes)) console.log(`${folder}/${file}`);
  console.log(`Tagged v${version}. Look at it with git show, then push branch and tag.`);
}

const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
const [version] = positionals;
try {
  if (!version || positionals.length > 1) throw new Refusal('Usage: npm run release -- 1.0.0-rc.2 [--dry-run]');
  if (values['dry-run']) {
    const notes = check(version);
    console.log(`Would run npm run verify, write ${version} to ${changed.join(', ')}, commit, tag v${version}`);
    console.log(`and pack the archive, its bill of materials and SHA256SUMS into ${folder}. Its notes:\n\n${notes}`);
  } else release(version);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
