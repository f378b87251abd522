import type { I18n } from '@lingui/core';
import { LinguiContext } from '@lingui/react';
import { use } from 'react';
import type { Coin } from '#contracts/coins.ts';
import {
  countryName,
  formatClock,
  formatCoins,
  formatDay,
  formatFace,
  formatMoney,
  formatNumber,
  formatRateOfHundred,
  formatShortCoins,
  formatShortDay,
  formatSmallest,
  formatTime,
} from '#i18n/format.ts';
import { formatMessage } from '#i18n/format-message.ts';
import { type MessageKey, message, type Text, type Value } from '#i18n/message.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';

export interface Formatters {
  locale: string;
  /** A message from the catalogue. */
  t(key: MessageKey, values?: Record<string, Value>): string;
  /** A message from elsewhere: finished text or a catalogue message. */
  formatMessage(text: Text): string;
  money(cents: number, currency?: string): string;
  face(cents: number, currency: string): string;
  /** Of its smallest units, as banks book them. */
  booked(units: string, currency: string): string;
  number(value: number): string;
  /** Dollars for 100 units of a currency, by the billionths for one. */
  rateOfHundred(usd_e9: number): string;
  /** Exact to the last unit. */
  coins(units: string, coin: Coin): string;
  /** With eight decimals at most. */
  shortCoins(units: string, coin: Coin, rounding?: 'floor' | 'ceil'): string;
  day(iso: string): string;
  shortDay(iso: string): string;
  time(iso: string): string;
  clock(iso: string): string;
  country(code: string): string;
}

const known = new WeakMap<I18n, Map<string, Formatters>>();

/** The reader's language and time zone, and the formatters that depend on them. */
export function useI18n(): Formatters {
  // The library's hook reads NODE_ENV every time, which on the server costs more than everything else it does.
  const lingui = use(LinguiContext);
  if (!lingui) throw new Error('There are no texts outside of a page.');
  const { i18n } = lingui;
  const time_zone = useRootData()?.time_zone ?? 'UTC';
  const zones = known.get(i18n) ?? new Map<string, Formatters>();
  known.set(i18n, zones);
  const formatters = zones.get(time_zone) ?? formattersOf(i18n, time_zone);
  zones.set(time_zone, formatters);
  return formatters;
}

function formattersOf(i18n: I18n, time_zone: string): Formatters {
  const reader = { i18n, time_zone };
  const { locale } = i18n;
  return {
    locale,
    t: (key, values) => formatMessage(reader, message(key, values)),
    formatMessage: (text) => formatMessage(reader, text),
    money: (cents, currency) => formatMoney(locale, cents, currency),
    face: (cents, currency) => formatFace(locale, cents, currency),
    booked: (units, currency) => formatSmallest(locale, units, currency),
    number: (value) => formatNumber(locale, value),
    rateOfHundred: (usd_e9) => formatRateOfHundred(locale, usd_e9),
    coins: (units, coin) => formatCoins(locale, units, coin),
    shortCoins: (units, coin, rounding) => formatShortCoins(locale, units, coin, rounding),
    day: (iso) => formatDay(locale, iso),
    shortDay: (iso) => formatShortDay(locale, iso),
    time: (iso) => formatTime(locale, iso, time_zone),
    clock: (iso) => formatClock(locale, iso, time_zone),
    country: (code) => countryName(locale, code),
  };
}
