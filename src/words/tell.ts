import type { I18n } from '@lingui/core';
import { formatCoins, formatDay, formatMoney, formatMonth, formatTime } from './format.ts';
import type { Text, Value } from './say.ts';

export interface Reader {
  /** The compiled catalogue of the reader's language. */
  i18n: I18n;
  time_zone?: string | undefined;
}

/** A text in the reader's words; amounts and moments in it as the language writes them. */
export function tell(reader: Reader, text: Text): string {
  if (typeof text === 'string') return text;
  const message = reader.i18n.messages[text.key];
  // Most texts take no value: a page of cards holds some two hundred of them.
  if (message?.length === 1 && typeof message[0] === 'string') return message[0];
  return reader.i18n._(text.key, text.values && plainValues(reader, text.values));
}

export function plainValues(reader: Reader, values: Record<string, Value>): Record<string, string | number> {
  const plain: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) plain[name] = plainValue(reader, value);
  return plain;
}

function plainValue(reader: Reader, value: Value): string | number {
  if (typeof value !== 'object') return value;
  if ('key' in value) return tell(reader, value);
  const { locale } = reader.i18n;
  if ('cents' in value) return formatMoney(locale, value.cents, value.currency);
  if ('month' in value) return formatMonth(locale, value.month);
  if ('units' in value) return formatCoins(locale, value.units, value.coin);
  return value.day ? formatDay(locale, value.at) : formatTime(locale, value.at, reader.time_zone);
}
