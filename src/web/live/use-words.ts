import type { I18n } from '@lingui/core';
import { LinguiContext } from '@lingui/react';
import { use } from 'react';
import { useFrame } from '#web/live/use-frame.ts';
import {
  countryName,
  formatCoins,
  formatDay,
  formatFace,
  formatMoney,
  formatNumber,
  formatTime,
} from '#words/format.ts';
import { say, type Text, type Value, type WordKey } from '#words/say.ts';
import { tell } from '#words/tell.ts';

export interface Words {
  locale: string;
  /** A text of the catalogue. */
  t(key: WordKey, values?: Record<string, Value>): string;
  /** A text that came from elsewhere: words already, or a message. */
  tell(text: Text): string;
  money(cents: number, currency?: string): string;
  face(cents: number, currency: string): string;
  number(value: number): string;
  coins(units: string, coin: 'BTC' | 'ETH' | 'LTC'): string;
  day(iso: string): string;
  time(iso: string): string;
  country(code: string): string;
}

const known = new WeakMap<I18n, Map<string, Words>>();

/** The reader's language and time zone, and everything that is written by them. */
export function useWords(): Words {
  // The library's own hook asks for NODE_ENV each time, which on the server costs more than all else that it does.
  const lingui = use(LinguiContext);
  if (!lingui) throw new Error('There are no texts outside of a page.');
  const { i18n } = lingui;
  const time_zone = useFrame()?.time_zone ?? 'UTC';
  const zones = known.get(i18n) ?? new Map<string, Words>();
  known.set(i18n, zones);
  const words = zones.get(time_zone) ?? wordsOf(i18n, time_zone);
  zones.set(time_zone, words);
  return words;
}

function wordsOf(i18n: I18n, time_zone: string): Words {
  const reader = { i18n, time_zone };
  const { locale } = i18n;
  return {
    locale,
    t: (key, values) => tell(reader, say(key, values)),
    tell: (text) => tell(reader, text),
    money: (cents, currency) => formatMoney(locale, cents, currency),
    face: (cents, currency) => formatFace(locale, cents, currency),
    number: (value) => formatNumber(locale, value),
    coins: (units, coin) => formatCoins(locale, units, coin),
    day: (iso) => formatDay(locale, iso),
    time: (iso) => formatTime(locale, iso, time_zone),
    country: (code) => countryName(locale, code),
  };
}
