import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { maskError } from '#platform/masking/mask-error.ts';
import { BackupError } from '../store/backup-store.ts';

const LONGEST_TEXT = 2_000;

export interface Running {
  child: ChildProcess;
  /** Resolves once it ended well; throws a BackupError with what it said. */
  ended: Promise<void>;
}

/** Runs a program of PostgreSQL. Its words may hold values of rows: they are masked. */
export function runProgram(file: string, args: string[], env: Record<string, string>): Running {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-LONGEST_TEXT);
  });
  return { child, ended: endOf(child, file, () => said) };
}

async function endOf(child: ChildProcess, file: string, said: () => string): Promise<void> {
  const name = file.split('/').at(-1);
  const [code] = await once(child, 'close').catch((error: Error) => {
    throw new BackupError(`${name} did not run: ${error.message}`, { cause: error });
  });
  if (code !== 0) throw new BackupError(`${name} failed: ${maskError(said().trim()) || 'it was ended'}`);
}
