import { normalise } from './normalise.ts';
import { type Finding, scanText } from './scan-text.ts';

const TRADE_WORDS: readonly RegExp[] = [
  /\b(cvv2?|cvc2?|cav2|fullz|carding|carders?|skimmed|skimmers?|nonvbv)\b/,
  /\bnon[ -]?vbv\b/,
  /\bdumps?\b.{0,40}\b(track|pin|101|201)\b/,
  /\b(track|101|201)\b.{0,40}\bdumps?\b/,
  /\btracks? ?(1|2|1 ?[&+/] ?2)\b/,
  /\bbank logs?\b/,
  /\bvalid(ity)? rate\b/,
  /\bbins? ?[:#]? ?\d{4,8}\b/,
  /\b(stolen|hacked|cloned)\b.{0,40}\bcards?\b/,
  /\b(credit|debit|visa|mastercard|amex|discover)\b( cards?)? \b(numbers?|live|valid|valids|fresh)\b/,
  /\b(live|valid|fresh)\b (credit|debit|visa|mastercard|amex|discover)\b/,
  /(кардинг|кардер|дампы? |фуллз|цвв|скимм|валид(ные)? карт|ворован\S* карт|краден\S* карт)/,
];

/** Scans text that buyers read, and file names, for payment-card data and the jargon of stolen-card dealers (IG-17). */
export function scanProductText(raw: string): Finding | undefined {
  const finding = scanText(raw);
  if (finding) return finding;
  const words = normalise(raw).toLowerCase().replace(/_/g, ' ');
  return TRADE_WORDS.some((pattern) => pattern.test(words)) ? { rule: 'IG-17', verdict: 'reject' } : undefined;
}
