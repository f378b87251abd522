import { expect, test } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

test('emphasis, lists and quotes are shown as such', () => {
  expect(renderMarkdown('*a* and **b**')).toBe('<p><em>a</em> and <strong>b</strong></p>');
  expect(renderMarkdown('1. a\n2. b\n   - c')).toContain('<ul>\n<li>c</li>');
  expect(renderMarkdown('> > a')).toContain('<blockquote>\n<blockquote>\n<p>a</p>');
  expect(renderMarkdown(`${'-'.repeat(40)}\n\n${'* '.repeat(40)}`)).toBe('<hr />\n<hr />');
});

test.each([
  ['marks of emphasis', '*a_'.repeat(600), '<em>'],
  ['nested lists', '1. '.repeat(2000), '<ol>'],
  ['nested quotes', '> '.repeat(2000), '<blockquote>'],
  ['lists nested in quotes', `${'> - '.repeat(20)}a`, '<ul>'],
  ['brackets', '[a](/a) '.repeat(3001), '<a'],
  ['items of a list', '1. a\n'.repeat(600), '<ol>'],
])('a text with so many %s that it would hold the shop up is shown as it was written', (_what, text, tag) => {
  expect(renderMarkdown(text)).not.toContain(tag);
});
