import { bodyLength } from '../concentration/reading.ts';
import type { CodeFormat } from '../masks/format.ts';

export const CARRIES = ['nothing', 'hidden_number', 'number', 'number_and_date'] as const;

export interface Carrying {
  /** Places of code and PIN that vary, and those among them where a digit may stand. */
  places: number;
  digits: number;
  /** The most that a row could hold: a card number behind other symbols, a readable one, or one with its date and verification value. */
  carries: (typeof CARRIES)[number];
}

const SHORTEST_NUMBER = 12;
/** Sixteen digits, a month and a year, and three digits more. */
const WITH_DATE = 23;
const SYMBOLS = 10;

/** What somebody could hide in codes and PINs of a format. The guard's rule over all rows (IG-24) watches for it. */
export function carryingOf({ code, pin }: CodeFormat): Carrying {
  const prefix = code.kind === 'numeric' ? code.prefix.length : 0;
  const inCode = bodyLength(code) - prefix;
  const inPin = pin?.length ?? 0;
  const codeDigits = code.kind === 'numeric' || /\d/.test(code.alphabet) ? inCode : 0;
  const pinDigits = pin && (pin.kind === 'numeric' || /\d/.test(pin.alphabet)) ? inPin : 0;
  const [places, digits] = [inCode + inPin, codeDigits + pinDigits];
  const symbols = code.kind !== 'numeric' && code.alphabet.length >= SYMBOLS;
  if (digits >= WITH_DATE) return { places, digits, carries: 'number_and_date' };
  if (digits >= SHORTEST_NUMBER) return { places, digits, carries: 'number' };
  return { places, digits, carries: symbols && places >= SHORTEST_NUMBER ? 'hidden_number' : 'nothing' };
}
