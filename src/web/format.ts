const formatters = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string, whole: boolean): Intl.NumberFormat {
  const key = `${currency}${whole}`;
  let format = formatters.get(key);
  if (!format) {
    const digits = whole ? 0 : 2;
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, format);
  }
  return format;
}

/** Money with its cents: $1,250.00. */
export const formatMoney = (amount_cents: number, currency = 'USD') =>
  moneyFormat(currency, false).format(amount_cents / 100);

/** A face value as it is printed on a card: whole amounts without cents. */
export const formatFace = (face_cents: number, currency: string) =>
  moneyFormat(currency, face_cents % 100 === 0).format(face_cents / 100);

const decimals = { BTC: 8, LTC: 8, ETH: 18 } as const;

/** Base units of a coin as a decimal number of coins, without trailing zeros. */
export function formatUnits(amount_units: string, coin: keyof typeof decimals): string {
  const digits = amount_units.padStart(decimals[coin] + 1, '0');
  const point = digits.length - decimals[coin];
  const fraction = digits.slice(point).replace(/0+$/, '');
  return fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point);
}

/** What a person typed as dollars ("12", "12.5", "$1,200.00") in cents; undefined when it is no amount. */
export function parseDollars(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/^\$/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return;
  const [whole = '0', fraction = ''] = plain.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

export const dollarsField = (amount_cents: number) => (amount_cents / 100).toFixed(2).replace(/\.00$/, '');

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Keeps what was formatted: the same few days and countries stand on every card. */
function remember(format: (text: string) => string, limit = 500): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    let formatted = known.get(text);
    if (formatted === undefined) {
      if (known.size >= limit) known.clear();
      formatted = format(text);
      known.set(text, formatted);
    }
    return formatted;
  };
}

export const formatDay = remember((iso) => dayFormat.format(new Date(iso)));
/** Times are shown in UTC, so that the server and the browser print the same. */
export const formatTime = (iso: string) => `${timeFormat.format(new Date(iso))} UTC`;

const regions = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = remember((code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code));
