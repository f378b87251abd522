import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../../cli.ts', import.meta.url));
/** What is reported of a command that said much. */
const LAST_CHARACTERS = 4_000;

export interface RunningDrill {
  /** How it ended and the last of what it said. */
  ended: Promise<{ code: number | null; output: string }>;
  /** Ends the command at once. */
  kill(): void;
}

/**
 * Runs `facevalue drill` with the settings of this process: a restore takes memory and time of its own, and nothing of it should be
 * within the process that serves.
 */
export function runDrill(): RunningDrill {
  const child = spawn(process.execPath, [CLI, 'drill'], { stdio: ['ignore', 'pipe', 'pipe'] });
  return { ended: endOf(child), kill: () => void child.kill('SIGKILL') };
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-LAST_CHARACTERS);
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}
