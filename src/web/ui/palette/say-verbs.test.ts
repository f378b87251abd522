import { expect, test } from 'vitest';
import type { MessageKey } from '#i18n/message.ts';
import { officeBook } from './office-book.ts';
import { sayVerbs } from './say-verbs.ts';
import { shopBook } from './shop-book.ts';

const german: Partial<Record<MessageKey, string>> = {
  'palette.verb.refund': 'Erstatten',
  'palette.verb.ask': 'Fragen zu',
};
const said = (q: string, { verbs } = officeBook, words: Partial<Record<MessageKey, string>> = {}) => {
  const found = sayVerbs(q, verbs, (key) => words[key] ?? key.replace('palette.verb.', ''));
  return found && [found.verbs.map(({ name }) => name), found.rest];
};

test('a beginning that fits several verbs says each of them, a whole verb only itself', () => {
  expect(said('re 1037')).toEqual([['refund', 'resume', 'release'], '#1037']);
  expect(said('Release 1037')).toEqual([['release'], '#1037']);
  expect(said('so')).toBeUndefined();
  expect(said('quillmarsh market')).toBeUndefined();
});

test('verbs are understood in the language of the reader and in English, also those of two words', () => {
  expect(said('erst 1037', officeBook, german)).toEqual([['refund'], '#1037']);
  expect(said('refund 1037', officeBook, german)).toEqual([['refund'], '#1037']);
  expect(said('Fragen zu 1037', shopBook, german)).toEqual([['ask'], '#1037']);
});
