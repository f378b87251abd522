import type { z } from 'zod';
import { type Message, type MessageKey, message, type Text } from '#i18n/message.ts';
import { keyNamed } from '#i18n/translate.ts';

/** The message key for an issue whose schema has no text of its own; passed to `safeParse` as `error`. */
export const issueKey = (issue: z.core.$ZodRawIssue): MessageKey => {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'invalid.missing' : typeKey(issue.expected, issue.input);
  if (issue.code === 'too_small') return sizeKey('minimum', issue.origin);
  if (issue.code === 'too_big') return sizeKey('maximum', issue.origin);
  if (issue.code === 'invalid_format') return formatKey(issue.format);
  if (issue.code === 'invalid_value') return issue.input === undefined ? 'invalid.missing' : 'invalid.one_of';
  return issue.code === 'unrecognized_keys' ? 'invalid.unknown_field' : 'invalid.value';
};

/** An issue's text: its message key with the bounds or choices it names. */
export function issueText(issue: z.core.$ZodIssue): Text {
  const key = keyNamed(issue.message);
  return key ? withBounds(key, issue) : issue.message;
}

function withBounds(key: MessageKey, issue: z.core.$ZodIssue): Message {
  if (issue.code === 'too_small') return message(key, { limit: Number(issue.minimum) });
  if (issue.code === 'too_big') return message(key, { limit: Number(issue.maximum) });
  if (issue.code === 'invalid_value') return message(key, { values: issue.values.map(String).join(', ') });
  return message(key);
}

function typeKey(expected: string, input: unknown): MessageKey {
  if (expected === 'int') return typeof input === 'number' ? 'invalid.whole' : 'invalid.type.number';
  if (expected === 'string' || expected === 'boolean' || expected === 'array' || expected === 'object')
    return `invalid.type.${expected}`;
  return expected === 'number' ? 'invalid.type.number' : 'invalid.value';
}

function sizeKey(bound: 'minimum' | 'maximum', origin: string): MessageKey {
  if (origin === 'string') return `invalid.${bound}_characters`;
  return origin === 'array' ? `invalid.${bound}_entries` : `invalid.${bound}`;
}

function formatKey(format: string): MessageKey {
  if (format === 'date' || format === 'datetime' || format === 'email' || format === 'url')
    return `invalid.format.${format}`;
  return 'invalid.format';
}
