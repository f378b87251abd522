import { readFileSync } from 'node:fs';

/** The release that runs, as `npm run release` wrote it. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
