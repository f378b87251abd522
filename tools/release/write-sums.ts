import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the SHA-256 of these files of the folder into its SHA256SUMS, beside the lines of others that lie there. */
export function writeSums(folder: string, files: readonly string[]): void {
  const path = join(folder, 'SHA256SUMS');
  const others = (existsSync(path) ? readFileSync(path, 'utf8') : '')
    .split('\n')
    .filter((line) => line && !files.some((file) => line.endsWith(`  ${file}`)));
  const own = files.map((file) => {
    const sum = createHash('sha256').update(readFileSync(join(folder, file)));
    return `${sum.digest('hex')}  ${file}`;
  });
  writeFileSync(path, `${[...others, ...own].join('\n')}\n`);
}
