import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/**
 * Runs lines of a shell as root on this system, whose files stay as they are: changes go to a layer that is thrown away.
 * `packed` is mounted at /packed. It reaches no network, and whatever it starts ends with it. Returns what it prints.
 */
export async function onLayer(packed: string, lines: string): Promise<string> {
  const layer = await mkdtemp(join(tmpdir(), 'facevalue-layer-'));
  for (const name of ['upper', 'work', 'root']) await mkdir(join(layer, name));
  const enter = `set -e
    cd ${layer}
    mount -t overlay overlay -o lowerdir=/,upperdir=upper,workdir=work root
    mount -t proc proc root/proc
    mount --rbind /dev root/dev
    mount -t tmpfs -o mode=1777 tmpfs root/tmp
    mount -t tmpfs -o mode=0755 tmpfs root/run
    mkdir -p root/packed
    mount --bind "$0" root/packed
    ip link set lo up
    exec chroot root /bin/sh -ec "$1"`;
  const unshare = ['unshare', '--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, packed, lines];
  const [program = '', ...args] = process.getuid?.() === 0 ? unshare : ['sudo', '-n', ...unshare];
  try {
    return (await promisify(execFile)(program, args, { cwd: '/', maxBuffer: 2 ** 26 })).stdout;
  } finally {
    await rm(layer, { recursive: true, force: true });
  }
}
