/**
 * How well a text fits what was typed: the letters in their order, best where they begin words or stand together; 0 if they
 * don't all stand there. Accents and case don't count.
 */
export function fits(typed: string, text: string): number {
  const [letters, inside] = [plain(typed).replace(/\s+/g, ''), plain(text)];
  if (letters === '') return 1;
  let score = 0;
  let last = -1;
  for (const letter of letters) {
    const at = inside.indexOf(letter, last + 1);
    if (at < 0) return 0;
    score += at === last + 1 ? 3 : 1;
    if (at === 0 || inside[at - 1] === ' ') score += 2;
    last = at;
  }
  // The shorter of two texts that fit as well is the nearer one.
  return score / (letters.length * 5) + 1 / (inside.length + 10);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
