import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paper } from './paper.ts';

test("the browser's bars have the colour of the page, in light and in dark", () => {
  const tokens = readFileSync(new URL('everywhere/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--paper: light-dark(${paper.light}, ${paper.dark});`);
});
