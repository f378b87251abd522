import { execFile } from 'node:child_process';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { until } from '#platform/jobs/until.ts';
import { freePort } from '#platform/net/free-port.ts';

const run = promisify(execFile);

/**
 * Copies a data directory that a demo shop has been started on once: initialising the cluster, migrating and seeding
 * cost six seconds of CPU time, a copy a tenth. `start` makes the original once per run; the other files wait for it.
 */
export async function copyDemoData(to: string, start: (dir: string) => Promise<void>): Promise<void> {
  const base = inject('run_dir');
  const original = join(base, 'demo');
  const isThere = () =>
    access(original).then(
      () => true,
      () => false,
    );
  if (!(await isThere())) {
    const first = await mkdir(join(base, 'demo.lock')).then(
      () => true,
      () => false,
    );
    if (first) {
      await start(join(base, 'demo.new'));
      await rename(join(base, 'demo.new'), original);
    } else if (!(await until(isThere, 120_000))) throw new Error('The demo shop that tests copy did not start');
  }
  // Preserve the owners: when running as root, the database belongs to its own user.
  await run('cp', ['-a', original, to]);
  await writeFile(join(to, 'postgres', 'port'), `${await freePort()}\n`);
}
