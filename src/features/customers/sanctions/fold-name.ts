/** Letters that no decomposition reduces to a plain one. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** A name as it is compared: lower case, without diacritics and punctuation, its words in one order and each once. */
export function foldName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{DI}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/[ßæœøđðþłħı]/g, (letter) => PLAIN[letter] ?? letter);
  return [...new Set(plain.trim().split(' ').filter(Boolean))].sort().join(' ');
}
