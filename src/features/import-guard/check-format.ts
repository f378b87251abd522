import type { CodeFormat } from './format.ts';
import { touchesNetworkRange } from './numbers/network-number.ts';
import type { Rule } from './rule.ts';

const MAX_FREE_DIGITS = 13;

/** The rule that refuses a programme's format, if any: no mask may fit a payment-card number (IG-13, IG-14, IG-23). */
export function checkFormat(format: CodeFormat, network: 'closed_loop' | 'open_loop'): Rule | undefined {
  const { code, pin } = format;
  if (network === 'open_loop' && code.kind === 'numeric') return 'IG-23';
  if (pin && pin.length < 4) return 'IG-14';
  if (pin && pin.length > 11) return 'IG-13';
  if (code.kind === 'numeric') return fitsNumericRule(code, pin) ? undefined : 'IG-13';
  return /[A-Za-z]/.test(code.alphabet) ? undefined : 'IG-13';
}

function fitsNumericRule(code: Extract<CodeFormat['code'], { kind: 'numeric' }>, pin: CodeFormat['pin']): boolean {
  const { length, prefix } = code;
  if (length > 19 || prefix.length >= length) return false;
  if (length < 12) {
    const joined = length + (pin?.kind === 'numeric' ? pin.length : 0);
    if (joined >= 12 && joined <= 19) return false;
    return prefix === '' || prefix.startsWith('0') || !touchesNetworkRange(prefix);
  }
  if (length - prefix.length > MAX_FREE_DIGITS) return false;
  if (prefix.startsWith('0')) return prefix.length >= 4;
  return /^[6-9]\d{5}/.test(prefix) && !touchesNetworkRange(prefix);
}
