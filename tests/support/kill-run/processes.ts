import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { signalIfAlive } from '../shop-process.ts';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function listProcesses(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { maxBuffer: 2 ** 24 });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^ *(\d+) +(\d+) (.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The processes of a PostgreSQL server: `postgres: checkpointer`, `postgres: facevalue facevalue 127.0.0.1(…) idle`. */
export async function childrenOf(postmaster: number): Promise<Process[]> {
  return (await listProcesses()).filter(({ parent }) => parent === postmaster);
}

/** The development chain's node; undefined if it never started. */
export async function nodePid(dir: string): Promise<number | undefined> {
  const record = await readFile(join(dir, 'anvil', 'anvil.json'), 'utf8').catch(() => undefined);
  return record && JSON.parse(record).pid;
}

/** Kills whatever still works on a data directory whose shop has ended, and says what it was. */
export async function endLeftovers(dir: string): Promise<string[]> {
  const left = (await listProcesses()).filter(({ pid, command }) => pid !== process.pid && command.includes(dir));
  for (const { pid } of left) signalIfAlive(pid, 'SIGKILL');
  return left.map(({ command }) => command);
}
