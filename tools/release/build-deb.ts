import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

/** Debian's names of the processors that Node names so. */
const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Builds the Debian package of a staged release, `facevalue-1.0.0` in `folder`, and returns its file's name. The staged
 * release is there again afterwards. `kilobytes` is what it takes unpacked.
 */
export function buildDeb(
  staged: string,
  folder: string,
  { version, kilobytes }: { version: string; kilobytes: number },
) {
  const architecture = architectures[process.arch];
  if (!architecture) throw new Error(`Debian has no name for ${process.arch}.`);
  // To dpkg, 1.0.0~rc.1 comes before 1.0.0.
  const debian = version.replace('-', '~');
  const tree = join(folder, 'deb');
  const ops = join(staged, 'ops');
  const releases = join(tree, 'opt/facevalue/releases');
  rmSync(tree, { recursive: true, force: true });
  for (const path of [releases, join(tree, 'DEBIAN'), join(tree, 'usr/bin'), join(tree, 'usr/lib/systemd/system')])
    mkdirSync(path, { recursive: true });
  for (const unit of readdirSync(join(ops, 'systemd')))
    cpSync(join(ops, 'systemd', unit), join(tree, 'usr/lib/systemd/system', unit));
  cpSync(join(ops, 'debian/facevalue'), join(tree, 'usr/bin/facevalue'));
  mkdirSync(join(tree, 'usr/share/doc/facevalue'), { recursive: true });
  cpSync(join(staged, 'LICENSE'), join(tree, 'usr/share/doc/facevalue/copyright'));
  for (const name of ['control', 'preinst', 'postinst', 'prerm', 'postrm']) {
    const file = join(tree, 'DEBIAN', name);
    const text = readFileSync(join(ops, 'debian', name), 'utf8')
      .replaceAll('@RELEASE@', basename(staged))
      .replaceAll('@VERSION@', debian)
      .replaceAll('@ARCHITECTURE@', architecture)
      .replaceAll('@KILOBYTES@', `${kilobytes}`);
    writeFileSync(file, text);
    chmodSync(file, name === 'control' ? 0o644 : 0o755);
  }
  chmodSync(join(tree, 'usr/bin/facevalue'), 0o755);
  const file = `facevalue_${debian}_${architecture}.deb`;
  const inTree = join(releases, basename(staged));
  renameSync(staged, inTree);
  try {
    const args = ['--root-owner-group', '-Zgzip', '--build', tree, join(folder, file)];
    const { status } = spawnSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 2] });
    if (status !== 0) throw new Error('dpkg-deb could not build the package: install dpkg, or leave --deb out.');
  } finally {
    renameSync(inTree, staged);
    rmSync(tree, { recursive: true });
  }
  return file;
}
