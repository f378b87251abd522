import { currencyDecimals, plainSmallest } from './currency-decimals.ts';

/** Exceptions to a language's own tag: US format for dollars, British format for dates (day first). */
const numberTags: Record<string, string> = { en: 'en-US' };
const dateTags: Record<string, string> = { en: 'en-GB' };

// Latin digits in every language: they are what forms take and what codes are made of.
const numberTag = (locale: string) => `${numberTags[locale] ?? locale}-u-nu-latn`;
const dateTag = (locale: string) => `${dateTags[locale] ?? locale}-u-nu-latn`;

const LIMIT = 2000;

/** Caches results: formatters are slow to create, and the same few days and countries appear on every card. */
function remember<T>(make: (...parts: string[]) => T): (...parts: string[]) => T {
  const known = new Map<string, T>();
  return (...parts) => {
    const key = parts.join(' ');
    let made = known.get(key);
    if (made === undefined) {
      if (known.size >= LIMIT) known.clear();
      made = make(...parts);
      known.set(key, made);
    }
    return made;
  };
}

const moneyFormat = remember((locale: string, currency: string, digits: string) => {
  const fraction = { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) };
  return new Intl.NumberFormat(numberTag(locale), { style: 'currency', currency, ...fraction });
});

/** Hundredths of a currency with its decimals: $1,250.00, ¥1,250, KWD 1.250. */
export const formatMoney = (locale: string, amount_cents: number, currency = 'USD') =>
  moneyFormat(locale, currency, shownDecimals(amount_cents, currency)).format(amount_cents / 100);

/** A face value as it is printed on a card: whole amounts without decimals. */
export const formatFace = (locale: string, face_cents: number, currency: string) =>
  moneyFormat(locale, currency, face_cents % 100 === 0 ? '0' : shownDecimals(face_cents, currency)).format(
    face_cents / 100,
  );

/** Parts of a currency that has none are shown all the same: they are a mistake that somebody should see. */
const shownDecimals = (hundredths: number, currency: string): string => {
  const decimals = currencyDecimals(currency);
  return String(decimals === 0 && hundredths % 100 !== 0 ? 2 : decimals);
};

/** Smallest units of a currency, which may be below zero, as banks book them: `-1250` of KWD is -1.250. */
export const formatSmallest = (locale: string, units: string, currency: string) =>
  moneyFormat(locale, currency, String(currencyDecimals(currency))).format(
    plainSmallest(units, currency) as Intl.StringNumericLiteral,
  );

/** What one unit of another currency is worth in dollars: $1.0840, or all nine decimals of less than a cent. */
export const formatRate = (locale: string, usd: string) =>
  moneyFormat(locale, 'USD', Number(usd) < 0.01 ? '9' : '4').format(Number(usd));

const ageFormat = remember((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** How long ago something was, in minutes, or in hours after the first. */
export const formatAge = (locale: string, minutes: number) =>
  minutes < 60
    ? ageFormat(locale).format(-minutes, 'minute')
    : ageFormat(locale).format(-Math.round(minutes / 60), 'hour');

const numberFormat = remember((locale: string) => new Intl.NumberFormat(numberTag(locale)));

export const formatNumber = (locale: string, number: number) => numberFormat(locale).format(number);

const rateFormat = remember((locale: string) => new Intl.NumberFormat(numberTag(locale), { maximumFractionDigits: 7 }));

/** Dollars for 100 units of a currency by the billionths of a dollar for one, exact to the last of them: 0.0000939. */
export const formatRateOfHundred = (locale: string, usd_e9: number) => rateFormat(locale).format(usd_e9 / 1e7);

/** Of one coin in its base units. */
export const COIN_DECIMALS = { BTC: 8, LTC: 8, ETH: 18 } as const;

/** Base units of a coin, which may be below zero, as a plain decimal number without trailing zeros, as wallets accept it. */
export function decimalUnits(amount_units: string, coin: keyof typeof COIN_DECIMALS): string {
  if (amount_units.startsWith('-')) return `-${decimalUnits(amount_units.slice(1), coin)}`;
  const digits = amount_units.padStart(COIN_DECIMALS[coin] + 1, '0');
  const point = digits.length - COIN_DECIMALS[coin];
  const fraction = digits.slice(point).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point);
}

const coinFormat = remember(
  (locale: string) => new Intl.NumberFormat(numberTag(locale), { maximumFractionDigits: 18 }),
);

/** An amount of a coin for people to read, exact to the last unit: 0.0125 BTC. */
export const formatCoins = (locale: string, amount_units: string, coin: keyof typeof COIN_DECIMALS) =>
  `${coinFormat(locale).format(decimalUnits(amount_units, coin) as Intl.StringNumericLiteral)} ${coin}`;

const shortCoinFormat = remember(
  (locale: string, roundingMode: string) =>
    new Intl.NumberFormat(numberTag(locale), {
      maximumFractionDigits: 8,
      roundingMode: roundingMode as 'floor' | 'ceil',
    }),
);

/** An amount of a coin with eight decimals at most: rounded up where somebody pays it, else down. */
export const formatShortCoins = (
  locale: string,
  amount_units: string,
  coin: keyof typeof COIN_DECIMALS,
  rounding: 'floor' | 'ceil' = 'floor',
) =>
  `${shortCoinFormat(locale, rounding).format(decimalUnits(amount_units, coin) as Intl.StringNumericLiteral)} ${coin}`;

const dayFormat = remember(
  (locale: string) => new Intl.DateTimeFormat(dateTag(locale), { dateStyle: 'medium', timeZone: 'UTC' }),
);

/** A calendar day, the same in every time zone. */
export const formatDay = remember((locale: string, iso: string) => dayFormat(locale).format(new Date(iso)));

const shortDayFormat = remember(
  (locale: string) => new Intl.DateTimeFormat(dateTag(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** A calendar day without its year, as on the axis of a chart: 22 Nov. */
export const formatShortDay = remember((locale: string, iso: string) => shortDayFormat(locale).format(new Date(iso)));

const monthFormat = remember(
  (locale: string) => new Intl.DateTimeFormat(dateTag(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** A month such as 2026-11 as the language writes it: November 2026. */
export const formatMonth = remember((locale: string, month: string) =>
  monthFormat(locale).format(new Date(`${month}-01T00:00:00Z`)),
);

const timeFormat = remember((locale: string, time_zone: string) => {
  const tag = dateTag(locale);
  const timeZone = knownZone(time_zone);
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const zone = new Intl.DateTimeFormat(tag, { hour: 'numeric', timeZoneName: 'short', timeZone });
  return { moment, zone };
});

/** An old browser may not know a time zone that the server knows. */
function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** A time with the name of its zone, so that it is never mistaken for another zone's. */
export function formatTime(locale: string, iso: string, time_zone = 'UTC'): string {
  const { moment, zone } = timeFormat(locale, time_zone);
  const at = new Date(iso);
  const name = zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
  return `${moment.format(at)} ${name}`;
}

const clockFormat = remember(
  (locale: string, time_zone: string) =>
    new Intl.DateTimeFormat(dateTag(locale), { timeStyle: 'short', timeZone: knownZone(time_zone) }),
);

/** The time of day alone, where its day and zone stand nearby: 22:30. */
export const formatClock = (locale: string, iso: string, time_zone = 'UTC') =>
  clockFormat(locale, time_zone).format(new Date(iso));

const regions = remember((locale: string) => new Intl.DisplayNames(locale, { type: 'region' }));

export const countryName = remember((locale: string, code: string) =>
  /^[A-Z]{2}$/.test(code) ? (regions(locale).of(code) ?? code) : code,
);

const currencies = remember((locale: string) => new Intl.DisplayNames(locale, { type: 'currency' }));

export const currencyName = remember((locale: string, code: string) => currencies(locale).of(code) ?? code);
