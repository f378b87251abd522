import { isNetworkNumber } from '../numbers/network-number.ts';

// Lengths by country, from the registry of IBAN formats.
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29
  ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20
  LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29
  PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
  YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const START = /(?<![A-Z0-9])[A-Z]{2}\d{2}/gi;
const LONGEST_WRITTEN = 50;

/** Replaces bank account numbers by letters. Of one that is a card number filled up, the card number stays. */
export function blankIbans(text: string): string {
  let blanked = '';
  let from = 0;
  for (const { 0: start, index: at } of text.matchAll(START)) {
    const length = at >= from && LENGTHS.get(start.slice(0, 2).toUpperCase());
    const written = length && takeIban(text.slice(at, at + LONGEST_WRITTEN), length);
    if (!written) continue;
    blanked += `${text.slice(from, at)}IBAN${carried(written)}`;
    from = at + written.length;
  }
  return blanked + text.slice(from);
}

function takeIban(text: string, length: number): string | undefined {
  const [written] = new RegExp(`^[A-Z0-9](?: ?[A-Z0-9]){${length - 1}}(?![A-Z0-9])`, 'i').exec(text) ?? [];
  return written && checksumHolds(plain(written)) ? written : undefined;
}

const plain = (written: string) => written.replaceAll(' ', '').toUpperCase();

function checksumHolds(iban: string): boolean {
  let rest = 0;
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** The card number that an account is or that was filled up to one, but for two and more equal digits at its end. */
function carried(written: string): string {
  const account = plain(written).slice(4);
  // Austria's accounts have sixteen digits: as with every labelled number, a person decides.
  if (/^\d+$/.test(account) && isNetworkNumber(account)) return ` ${account}`;
  // A magnetic stripe, filled up.
  if (isNetworkNumber(/^\d+(?=D\d)/.exec(account)?.[0] ?? '')) return ` ${account}`;
  const end = Math.min(19, account.length - 2);
  for (let length = 12; length <= end; length++) {
    const number = account.slice(0, length);
    if (/^(.)\1+$/.test(account.slice(length)) && /^\d+$/.test(number) && isNetworkNumber(number)) return number;
  }
  return '';
}
