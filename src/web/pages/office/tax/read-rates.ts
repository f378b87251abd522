import type { CountryRate } from '#contracts/office/tax.ts';
import { type Message, message } from '#i18n/message.ts';

/** Lines such as `DE 19` or `FR 5,5` as rates, or what is wrong with the first that isn't one. */
export function readRates(text: string): { rates: CountryRate[]; wrong: Message | null } {
  const rates: CountryRate[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, country, whole, part = ''] = /^([A-Za-z]{2})\s+(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(line) ?? [];
    if (!country) return { rates: [], wrong: message('vat_rates.line_wrong', { line: line.slice(0, 40) }) };
    rates.push({ country: country.toUpperCase(), rate_bp: Number(whole) * 100 + Number(part.padEnd(2, '0')) });
  }
  return { rates, wrong: null };
}
