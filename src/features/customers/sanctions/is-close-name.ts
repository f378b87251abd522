/** Shorter words differ by a letter too often. */
const MIN_LETTERS = 5;

/**
 * Whether two folded names resemble each other: every word of the shorter stands in the longer, apart from one letter in
 * long words. One word alone resembles nothing.
 */
export function isCloseName(one: string, other: string): boolean {
  const [few, many] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [string[], string[]];
  return few.length > 1 && few.every((word) => many.some((each) => isCloseWord(word, each)));
}

function isCloseWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < MIN_LETTERS || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  // What is between the equal ends: one letter changed, added or left out, or two exchanged.
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === right.split('').reverse().join(''));
}
