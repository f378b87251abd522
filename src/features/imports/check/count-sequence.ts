import type { CodeMask } from '../../import-guard/format.ts';

/** As many digits as a number holds exactly. */
const TAIL = /\d{4,15}$/;
const SHORTEST_FILE = 3;

/** Watches whether most codes of a file follow another one, in whatever order, as numbers that anybody could guess (IG-22). */
export function countSequence(mask: CodeMask) {
  // A check digit hides the counting; programmes don't always name theirs, so the last digit is looked at both ways.
  const declared = mask.kind === 'numeric' && mask.checksum !== undefined;
  const [without, whole] = [countFollowers(), countFollowers()];
  let codes = 0;
  return {
    add(code: string): void {
      codes++;
      without.add(code.slice(0, -1));
      if (!declared) whole.add(code);
    },
    isSequence: (): boolean => codes >= SHORTEST_FILE && Math.max(without.count(), whole.count()) > (codes - 1) / 2,
  };
}

/** Counts the texts that differ from another one only by a last number that is higher by one. */
function countFollowers() {
  const numbers = new Map<string, number[]>();
  return {
    add(text: string): void {
      const [tail] = TAIL.exec(text) ?? [];
      if (!tail) return;
      const alike = `${text.slice(0, -tail.length)} ${tail.length}`;
      const known = numbers.get(alike);
      if (known) known.push(Number(tail));
      else numbers.set(alike, [Number(tail)]);
    },
    count(): number {
      let followers = 0;
      for (const alike of numbers.values()) {
        const sorted = Float64Array.from(alike).sort();
        followers += sorted.filter((number, at) => number - sorted[at - 1]! === 1).length;
      }
      return followers;
    },
  };
}
