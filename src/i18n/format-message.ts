import type { I18n } from '@lingui/core';
import { directionOf } from './direction-of.ts';
import { formatCoins, formatDay, formatMoney, formatMonth, formatNumber, formatTime } from './format.ts';
import type { MessageKey, Text, Value } from './message.ts';

export interface Reader {
  /** The compiled catalogue of the reader's language. */
  i18n: I18n;
  time_zone?: string | undefined;
}

/** A text in the reader's language, with amounts and times in the language's format. */
export function formatMessage(reader: Reader, text: Text): string {
  if (typeof text === 'string') return text;
  const values = text.values && plainValues(reader, text.values);
  return filledIn(reader.i18n, text.key, values) ?? reader.i18n._(text.key, values);
}

/**
 * A fast path for messages of words, values and numbers only, as most are: a page of cards holds some two hundred, and
 * the library creates its formatters again for each. Undefined for a message with a plural or a choice.
 */
function filledIn(
  { locale, messages }: I18n,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string | undefined {
  const message = messages[key];
  if (message === undefined || typeof message === 'string') return message;
  let text = '';
  for (const part of message) {
    if (typeof part === 'string') text += part;
    else if (part.length === 1) text += isolated(locale, values[part[0]] ?? '');
    else if (part.length === 2 && part[1] === 'number') text += formatNumber(locale, Number(values[part[0]]));
    else return undefined;
  }
  return text;
}

/** In a text from right to left, a Latin name or amount would change places with what stands beside it. */
const isolated = (locale: string, value: string | number) =>
  directionOf(locale) === 'rtl' ? `\u2068${value}\u2069` : String(value);

export function plainValues(reader: Reader, values: Record<string, Value>): Record<string, string | number> {
  const plain: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) plain[name] = plainValue(reader, value);
  return plain;
}

function plainValue(reader: Reader, value: Value): string | number {
  if (typeof value !== 'object') return value;
  if ('key' in value) return formatMessage(reader, value);
  const { locale } = reader.i18n;
  if ('cents' in value) return formatMoney(locale, value.cents, value.currency);
  if ('month' in value) return formatMonth(locale, value.month);
  if ('units' in value) return formatCoins(locale, value.units, value.coin);
  return value.day ? formatDay(locale, value.at) : formatTime(locale, value.at, reader.time_zone);
}
