// `npm run sbom`: writes the bill of materials of what ships, without the tools for building and testing.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns how many packages it lists: those that are installed here, or all that the lock file names for any platform.
 * The file is relative to the project's folder.
 */
export function writeSbom(file: string, { of }: { of: 'installed' | 'locked' }): number {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', ...(of === 'locked' ? ['--package-lock-only'] : [])];
  const { status, stdout } = spawnSync('npm', args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error('npm could not write the bill of materials.');
  writeFileSync(join(root, file), stdout);
  return JSON.parse(stdout.toString()).components.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = 'sbom.cdx.json'] = process.argv.slice(2);
  console.error(`${file} lists ${writeSbom(file, { of: 'installed' })} packages.`);
}
