// `npm run package`: packs the built pages, the sources that run, their packages and the pinned Node into one archive for this
// platform, beside the files of `npm run release`, and with `--deb` into a Debian package, too. Nothing is downloaded or compiled where it is unpacked.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildDeb } from './build-deb.ts';
import { noticesOf, shippedModules } from './shipped-modules.ts';
import { writeSbom } from './write-sbom.ts';
import { writeSums } from './write-sums.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node =
  process.platform === 'darwin' ? `node-bin-darwin-${process.arch}` : `node-${process.platform}-${process.arch}`;
/** Development chains, which only demo mode and tests run. */
const chains = ['@foundry-rs/anvil'];
const parts = [
  'bin',
  'build/client',
  'build/server',
  'docs',
  'migrations',
  'ops',
  'src',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
];

const { version, ...project } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  imports: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

const { values } = parseArgs({
  options: { to: { type: 'string', default: join(root, 'build/release') }, deb: { type: 'boolean', default: false } },
});
const folder = resolve(values.to);
const name = `facevalue-${version}`;
const platform = `${process.platform}-${process.arch}`;
const staged = join(folder, name);

rmSync(staged, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });
for (const part of parts)
  cpSync(join(root, part), join(staged, part), { recursive: true, filter: runs, verbatimSymlinks: true });
writeManifest();
copyModules();
const bom = `${name}-${platform}.cdx.json`;
const count = writeSbom(join(folder, bom), { of: 'installed', project: staged });
cpSync(join(folder, bom), join(staged, 'sbom.cdx.json'));
const bytes = globSync('**', { cwd: staged, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .reduce((sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size, 0);
const archive = `${name}-${platform}.tar.gz`;
pack(archive);
const kilobytes = Math.ceil(bytes / 1024);
const debs = values.deb ? [buildDeb(staged, folder, { version, kilobytes })] : [];
rmSync(staged, { recursive: true });
writeSums(folder, [archive, bom, ...debs]);
const megabytes = (size: number) => Math.round(size / 1e6);
console.log(
  `${join(relative(process.cwd(), folder), archive)}: ${megabytes(statSync(join(folder, archive)).size)} MB, unpacked ${megabytes(bytes)} MB, ${count} packages.`,
);

/** Tests and the sources of pages, which are built, stay behind. */
function runs(file: string): boolean {
  return !/\.(test|testonly)\.ts$|\.tsx$/.test(file) && basename(file) !== '.facevalue-built';
}

function writeManifest(): void {
  const { imports, dependencies, optionalDependencies } = project;
  const without = (names: Record<string, string>, isLeft: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(names).filter(([key]) => !isLeft(key)));
  const manifest = {
    name: 'facevalue',
    version,
    private: true,
    license: 'MIT',
    type: 'module',
    bin: { facevalue: 'bin/facevalue' },
    imports: without(imports, (key) => key.startsWith('#tests/')),
    dependencies: without(dependencies, (key) => chains.includes(key)),
    optionalDependencies: without(optionalDependencies, (key) => key !== node),
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function copyModules(): void {
  const sources = [
    ...globSync(['src/**/*.ts', 'build/server/**/*.js'], { cwd: root }).filter(
      (file) => runs(file) && (!file.startsWith('src/web/') || file.startsWith('src/web/server/')),
    ),
  ].map((file) => join(root, file));
  const ships = [...Object.keys(project.dependencies).filter((key) => !chains.includes(key)), node];
  for (const { path, runs: isRun } of shippedModules(root, { ships, runs: [node], sources })) {
    const from = join(root, path);
    if (isRun) copyPackage(from, join(staged, path));
    else
      for (const file of ['package.json', ...noticesOf(from)])
        cpSync(join(from, file), join(staged, path, file), { recursive: true });
  }
  const link = join(staged, 'node_modules/.bin/node');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(`../${node}/bin/node`, link);
}

/** A package without those in its own node_modules, types, source maps, and the headers and manuals of Node. */
function copyPackage(from: string, to: string): void {
  const left = from.endsWith(node) ? /^(include|share)(\/|$)/ : /^node_modules(\/|$)|\.map$|\.d\.[cm]?ts$/;
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (file) => !left.test(relative(from, file)) });
}

/** Packs the same bytes from the same commit: names in order, no owners, and the time of the commit. */
function pack(file: string): void {
  const time = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).stdout?.trim() || '0';
  const same = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
    `--mtime=@${time}`,
  ];
  const args = [...same, '--use-compress-program=gzip -n', '-cf', file, name];
  const { status } = spawnSync('tar', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('tar could not write the archive.');
}
