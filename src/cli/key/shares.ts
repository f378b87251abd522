import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Config } from '#platform/config.ts';
import { masterIdOf } from '#platform/keyring/ring-rows.ts';
import { isShare, joinShares, splitKey, thresholdOf } from '#platform/shares/shares.ts';
import { hasMasterKey, loadMasterKey, MASTER_KEY_BYTES, nameOf, writeKey } from '#platform/vault/master-key.ts';
import { openPrompt } from '../arguments/open-prompt.ts';
import { USAGE } from './usage.ts';

const WORDS_PER_LINE = 4;
const WORD_LENGTH = 9;

/** `facevalue key shares --threshold M --shares N`: prints the master key as shares for paper (SLIP-39), of which any M give it back. */
export async function printShares({ master_key }: Config, args: string[]): Promise<number> {
  const options = { threshold: { type: 'string' }, shares: { type: 'string' } } as const;
  const { threshold, shares } = parseArgs({ args, options }).values;
  if (!threshold || !shares) throw new Error(USAGE);
  if (!hasMasterKey(master_key)) throw new Error(`There is no master key at ${nameOf(master_key)}.`);
  const key = loadMasterKey(master_key);
  const words = await splitKey(key, { threshold: Number(threshold), shares: Number(shares) });
  for (const [at, share] of words.entries()) {
    process.stdout.write(
      `Master key ${masterIdOf(key)}, share ${at + 1} of ${words.length}. Any ${threshold} give it back.\n\n`,
    );
    process.stdout.write(`${sheetOf(share)}\n\n`);
  }
  process.stderr.write(
    'Write each on a sheet of its own, give them to different people, and clear this screen. Try them: facevalue key restore.\n',
  );
  return 0;
}

/** The words of a share with their numbers, as on paper. */
function sheetOf(share: string): string {
  const words = share.split(' ').map((word, at) => `${String(at + 1).padStart(3)} ${word.padEnd(WORD_LENGTH)}`);
  const lines = Array.from({ length: Math.ceil(words.length / WORDS_PER_LINE) }, (_none, line) =>
    words
      .slice(line * WORDS_PER_LINE, (line + 1) * WORDS_PER_LINE)
      .join(' ')
      .trimEnd(),
  );
  return lines.join('\n');
}

/** `facevalue key restore`: asks for shares and writes the master key to its file, if there is none. */
export async function restoreFromShares(
  { master_key }: Config,
  args: string[],
  input: Readable = process.stdin,
): Promise<number> {
  if (args.length > 0) throw new Error(USAGE);
  const { file, kind } = master_key;
  if (kind !== 'file')
    throw new Error(`The master key comes from a ${kind} here. Run this with MASTER_KEY_FILE set in its place.`);
  if (existsSync(file))
    throw new Error(`There is a master key at ${file}. Move it away, or set MASTER_KEY_FILE to another place.`);
  const key = await joinShares(await askForShares(input));
  if (key.length !== MASTER_KEY_BYTES) throw new Error('These are the shares of something else than a master key.');
  writeKey(file, key);
  process.stdout.write(`Master key ${masterIdOf(key)} is in ${file}.\n`);
  return 0;
}

/** Asks for as many shares as the first one says, each again until it is one. */
async function askForShares(input: Readable): Promise<string[]> {
  const ask = openPrompt(input);
  const shares: string[] = [];
  try {
    for (let wanting = 1; shares.length < wanting; ) {
      const typed = await ask.secret(`Share ${shares.length + 1}${shares.length > 0 ? ` of ${wanting}` : ''}: `);
      const share = (typed.toLowerCase().match(/[a-z]+/g) ?? []).join(' ');
      if (!(await isShare(share)))
        process.stderr.write('That is no share: a word is wrong or missing. Compare it with the sheet.\n');
      else if (shares.includes(share)) process.stderr.write('You have typed that one before.\n');
      else {
        shares.push(share);
        wanting = await thresholdOf(share);
      }
    }
    return shares;
  } finally {
    ask.close();
  }
}
