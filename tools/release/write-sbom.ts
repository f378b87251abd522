// `npm run sbom`: writes the bill of materials of what ships, without the tools for building and testing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A package whose source is copied into ours, with changes: its folder says which. */
interface Vendored {
  name: string;
  version: string;
  license: string;
  folder: string;
}

interface Bom {
  components: object[];
  metadata: { component: { 'bom-ref': string } };
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * Returns how many packages it lists: those that are installed here, or all that the lock file names for any platform.
 * The file is relative to the folder of the project, which is this one unless another is given.
 */
export function writeSbom(
  file: string,
  { of, project = root }: { of: 'installed' | 'locked'; project?: string },
): number {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', ...(of === 'locked' ? ['--package-lock-only'] : [])];
  const { status, stdout } = spawnSync('npm', args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 2],
    maxBuffer: 64 * 2 ** 20,
  });
  if (status !== 0) throw new Error('npm could not write the bill of materials.');
  const bom = JSON.parse(stdout.toString()) as Bom;
  const vendored = JSON.parse(readFileSync(join(root, 'tools/vendored.json'), 'utf8')) as Vendored[];
  for (const copy of vendored) addCopy(bom, copy);
  writeFileSync(resolve(project, file), `${JSON.stringify(bom, null, 2)}\n`);
  return bom.components.length;
}

/** npm only knows what it installs. */
function addCopy(bom: Bom, { name, version, license, folder }: Vendored): void {
  const ref = `${name}@${version}`;
  const origin = { type: 'library', name, version, purl: `pkg:npm/${ref}` };
  const pedigree = { ancestors: [origin], notes: `A changed copy in ${folder}` };
  bom.components.push({
    'bom-ref': ref,
    ...origin,
    scope: 'required',
    licenses: [{ license: { id: license } }],
    pedigree,
  });
  bom.dependencies.find((one) => one.ref === bom.metadata.component['bom-ref'])?.dependsOn.push(ref);
  bom.dependencies.push({ ref, dependsOn: [] });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file = 'sbom.cdx.json'] = process.argv.slice(2);
  console.error(`${file} lists ${writeSbom(file, { of: 'installed' })} packages.`);
}
