import { readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, test } from 'vitest';
import { textsOfPages } from '../tools/page-texts.ts';
import {
  at,
  calleeOf,
  nameOf,
  propertiesOf,
  readSources,
  type Source,
  stringsOf,
  textNamesOf,
} from '../tools/source-texts.ts';

const catalogue: Record<string, string> = JSON.parse(
  readFileSync(new URL('../src/i18n/en.json', import.meta.url), 'utf8'),
);
const sources = readSources();
const web = sources.filter(({ file }) => file.startsWith('src/web/') && file.endsWith('.tsx'));

/** Names that are the same in every language. */
const names = /\b(Facevalue|Bitcoin|Ether|Litecoin|BTC|ETH|LTC|USD)\b/g;
const isText = (text: string) => /\p{L}/u.test(text.replace(names, ''));

/** Attributes that users read or hear. */
const read = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'title',
  'placeholder',
  'label',
  'hint',
  'lead',
  'legend',
  'any',
  'data-label',
  'summary',
]);

function literalTexts(source: Source): string[] {
  return source.nodes.flatMap((node) => {
    const found: string[] = [];
    if (node.type === 'JSXText') found.push(String(node.value));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children as { type: string }[])
        if (child.type === 'JSXExpressionContainer') found.push(...stringsOf(child));
    if (node.type === 'JSXAttribute' && read.has(nameOf(node))) found.push(...stringsOf(node.value));
    return found.filter(isText).map((text) => `${at(source, node)} ${text.trim()}`);
  });
}

test('no page, layout or control holds a text of its own', () => {
  expect(web.flatMap(literalTexts)).toEqual([]);
});

/** Where user-facing text is passed, by function called and argument position. */
const sayers = new Map([
  ['AppError', 1],
  ['invalidField', 1],
  ['refusedField', 1],
  ['flash', 0],
  ['showToast', 0],
]);

test('no refusal and no toast is a sentence in the code', () => {
  const faults = sources.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const args = (node.arguments ?? []) as unknown[];
      const place = sayers.get(calleeOf(node) ?? '');
      if (place === undefined) return [];
      const toast = propertiesOf(args[place]);
      const said = toast ? ['title', 'content'].flatMap((name) => stringsOf(toast.get(name))) : stringsOf(args[place]);
      return said.filter(isText).map((text) => `${at(source, node)} ${text}`);
    }),
  );
  expect(faults).toEqual([]);
});

test('no schema of a contract holds a sentence', () => {
  const contracts = sources.filter(({ file }) => file.startsWith('src/contracts/'));
  const faults = contracts.flatMap((source) =>
    source.nodes.flatMap((node) => {
      if (!calleeOf(node)) return [];
      const said = (node.arguments as unknown[]).flatMap((argument) => [
        ...stringsOf(argument),
        ...['error', 'message'].flatMap((name) => stringsOf(propertiesOf(argument)?.get(name))),
      ]);
      return said.filter((text) => /\p{L} \p{L}/u.test(text)).map((text) => `${at(source, node)} ${text}`);
    }),
  );
  expect(faults).toEqual([]);
});

/** The messages that sources refer to, by full key or by a template. */
function textsOf(some: Source[]): string[] {
  const found = some.map(textNamesOf);
  return Object.keys(catalogue).filter((key) =>
    found.some(({ names, patterns }) => names.has(key) || patterns.some((one) => one.test(key))),
  );
}

test('every text of the catalogue is used', () => {
  const used = new Set(textsOf(sources));
  expect(Object.keys(catalogue).filter((key) => !used.has(key))).toEqual([]);
});

test('the browser gets every text that a page may say, and none that only the server says', () => {
  const sent = textsOfPages();
  const pages = sources.filter(({ file }) => file.startsWith('src/web/'));
  expect(textsOf(pages).filter((key) => !sent(key))).toEqual([]);
  expect(Object.keys(catalogue).filter((key) => /^api\./.test(key) && sent(key))).toEqual([]);
});

/** The values and tags of a message. */
function needsOf(message: string): { values: Set<string>; tags: Set<string> } {
  const values = new Set<string>();
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      if (!Array.isArray(token)) continue;
      values.add(token[0]);
      if (token[2] && typeof token[2] === 'object') Object.values(token[2]).forEach(visit);
    }
  };
  visit(compileMessageOrThrow(message));
  const tags = new Set([...message.matchAll(/<([\w.-]+)\/?>/g)].map(([, name = '']) => name));
  return { values, tags };
}

const lacking = (needed: Set<string>, given: Map<string, unknown> | undefined) =>
  [...needed].filter((name) => !given?.has(name));

test('every message gets the values and the elements that it names', () => {
  const faults: string[] = [];
  for (const source of sources)
    for (const node of source.nodes) {
      const callee = calleeOf(node);
      const [key, values] = (node.arguments ?? []) as unknown[];
      if (callee !== 't' && callee !== 'message') continue;
      if (values && !propertiesOf(values)) continue;
      for (const name of stringsOf(key)) {
        const message = catalogue[name];
        if (message === undefined) continue;
        const { values: needed, tags } = needsOf(message);
        for (const missing of [...lacking(needed, propertiesOf(values)), ...tags])
          faults.push(`${at(source, node)} ${name} lacks ${missing}`);
      }
    }
  expect(faults).toEqual([]);
});

test('every sentence with elements inside gets them', () => {
  const faults: string[] = [];
  for (const source of web)
    for (const node of source.nodes) {
      if (node.type !== 'JSXOpeningElement' || nameOf(node) !== 'FormattedMessage') continue;
      const attributes = new Map(
        (node.attributes as { name: { name: string }; value: unknown }[]).map((one) => [one.name.name, one.value]),
      );
      const given = (name: string) =>
        propertiesOf((attributes.get(name) as { expression?: unknown } | undefined)?.expression);
      for (const name of stringsOf(attributes.get('of'))) {
        const { values, tags } = needsOf(catalogue[name] ?? '');
        if (tags.size === 0) faults.push(`${at(source, node)} ${name} holds no element: use t()`);
        for (const missing of [...lacking(values, given('values')), ...lacking(tags, given('parts'))])
          faults.push(`${at(source, node)} ${name} lacks ${missing}`);
      }
    }
  expect(faults).toEqual([]);
});
