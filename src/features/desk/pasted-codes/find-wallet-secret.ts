import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { normalise } from '../../oversight/import-guard/numbers/normalise.ts';

const WORDS = new Set(wordlist);
const SHORTEST_PHRASE = 12;
/** Numbers and marks between the words of a list. */
const WIDEST_GAP = 12;

const PEM = /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/;
const EXTENDED = /\b[tuvxyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}\b/;
const WIF = /\b[59KLc][1-9A-HJ-NP-Za-km-z]{50,51}\b/g;
const HEX_KEY = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i;
// A transaction's id looks like a key: only its name tells them apart.
const KEY_NAMES =
  /private[\s_-]?key|priv[\s_-]?key|secret[\s_-]?key|privater? schl(?:ü|ue)ssel|privatschl(?:ü|ue)ssel|clave privada|llave privada/i;

const base58check = createBase58check(sha256);

/** Whether a text holds what opens a wallet: a recovery phrase of 12 words or more (BIP-39), or a private key. */
export function holdsWalletSecret(raw: string): boolean {
  const text = normalise(raw);
  return (
    PEM.test(text) ||
    EXTENDED.test(text) ||
    (HEX_KEY.test(text) && KEY_NAMES.test(text)) ||
    (text.match(WIF) ?? []).some(isWif) ||
    holdsPhrase(text)
  );
}

function isWif(word: string): boolean {
  try {
    const { length } = base58check.decode(word);
    return length === 33 || length === 34;
  } catch {
    return false;
  }
}

function holdsPhrase(text: string): boolean {
  let run = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[A-Za-z]+/g)) {
    if (index - end > WIDEST_GAP) run = 0;
    run = WORDS.has(word.toLowerCase()) ? run + 1 : 0;
    if (run === SHORTEST_PHRASE) return true;
    end = index + word.length;
  }
  return false;
}
