import { expect, test } from 'vitest';
import { noticeText } from './notice-text.ts';

test.for([
  ['one_#two', 'one two'],
  ['_#_#indented', '  indented'],
  ['_ # apart', '_ # apart'],
  ['__#', '_ '],
  ['line\nbreak', 'line\nbreak'],
])('%j shows as %j', ([content, shown]) => expect(noticeText(content!)).toBe(shown));
