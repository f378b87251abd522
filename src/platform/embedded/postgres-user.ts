import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import process from 'node:process';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The user that runs the server: PostgreSQL refuses to run as root. */
export type PostgresUser = {
  /** Set when we are root and run it as another user. */
  ids?: { uid: number; gid: number };
  /** Prefix of every command line. */
  wrapper: string[];
};

/** Finds the user that runs the server of cluster `home` (which may not exist yet) in directory `dir`. */
export async function postgresUser(dir: string, home: string, binaries: PostgresBinaries): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { wrapper: [] };
  const ids = (await ownerOf(home)) ?? systemUser();
  if (reaches([], ids, dir, binaries)) return { ids, wrapper: [] };
  // Below a closed directory such as /root: this capability lets the server through, without other rights of root.
  const wrapper = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    // Without this securebit, access(2), which initdb calls, would ignore the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--',
  ];
  if (reaches(wrapper, undefined, dir, binaries)) return { ids, wrapper };
  throw new Error(
    `PostgreSQL can't run as root, and the user with id ${ids.uid} can't reach ${dir} or ${binaries.postgres}: ` +
      'move Facevalue and its DATA_DIR out of directories closed to others, or run it as an ordinary user.',
  );
}

/** The command line and spawn options that run one of the server's programs as that user. */
export function asPostgresUser(user: PostgresUser, command: string, args: string[]) {
  const [file = command, ...rest] = [...user.wrapper, command, ...args];
  const ids = user.wrapper.length === 0 ? user.ids : undefined;
  return { file, args: rest, options: { ...ids, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } } };
}

async function ownerOf(home: string): Promise<{ uid: number; gid: number } | undefined> {
  const found = await stat(home).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function systemUser(): { uid: number; gid: number } {
  const found = idsOf('postgres') ?? idsOf('facevalue');
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'facevalue']);
  const made = idsOf('facevalue') ?? idsOf('nobody');
  if (made) return made;
  throw new Error("PostgreSQL can't run as root, and there is no other user here: run Facevalue as an ordinary user.");
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : 0;
  });
  return uid && gid ? { uid, gid } : undefined;
}

function reaches(wrapper: string[], ids: PostgresUser['ids'], dir: string, binaries: PostgresBinaries): boolean {
  // --show only prints settings, but initdb first checks that it can find everything it needs.
  const script = 'cd "$0" && "$1" --show --pgdata="$0"';
  const [file = '', ...args] = [...wrapper, '/bin/sh', '-c', script, dir, binaries.initdb];
  return spawnSync(file, args, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}
