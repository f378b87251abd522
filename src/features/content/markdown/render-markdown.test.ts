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
  ['items without text', '- \n'.repeat(2666), '<ul>'],
  ['items and nothing else', '-\n'.repeat(4000), '<ul>'],
  ['items among words', `${'-\n'.repeat(510)}${'Words of a paragraph. '.repeat(600)}`, '<ul>'],
  ['headings', 'a\n===\n'.repeat(1333), '<h'],
  ['underlines', '=\n'.repeat(4000), '<h'],
  ['underlines among words', `${'a\n===\n'.repeat(60)}${'Words of a paragraph. '.repeat(300)}`, '<h'],
  ['paragraphs of a letter', 'a\n\n'.repeat(2666), '<p>a</p>'],
  ['short headings', '# a\n'.repeat(2000), '<h'],
])('a text with so many %s that it would hold the shop up is shown as it was written', (_what, text, tag) => {
  expect(renderMarkdown(text)).not.toContain(tag);
});

test('a text that is shown as it was written is text, whatever it holds', () => {
  expect(renderMarkdown('<b>"&\n'.repeat(300))).toBe(`<p>${'&lt;b&gt;&quot;&amp;\n'.repeat(300)}</p>`);
});

test('a long letter with a list and headings is not mistaken for one', () => {
  const letter = `${'A paragraph of a letter, as people write them.\n\n'.repeat(150)}${'- One thing that is listed\n'.repeat(90)}\nTitle\n===\n`;
  const html = renderMarkdown(letter);
  expect([html.match(/<p>/g)?.length, html.match(/<li>/g)?.length, html.match(/<h3>/g)?.length]).toEqual([150, 90, 1]);
});
