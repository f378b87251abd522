import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const rows = read('docs/chain-pitfalls.md')
  .split('\n')
  .flatMap((line) => {
    const [, pitfall, file, title] = /^\| (.+?) \| \[(.+?)\]\(.+?\) \| (.+?) \|$/.exec(line) ?? [];
    return pitfall && file && title ? [{ pitfall, file, title }] : [];
  });

test('twenty pitfalls and more are listed', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});

test.each(rows)('$pitfall: has its test', ({ file, title }) => {
  expect(read(file)).toContain(title);
});
