import { hash } from 'node:crypto';
import type { CodeMask } from '../../../oversight/import-guard/masks/format.ts';

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
  // Digests as numbers: eight bytes for a text, however long it is.
  const texts: number[] = [];
  const before: number[] = [];
  return {
    add(text: string): void {
      const [tail] = TAIL.exec(text) ?? [];
      if (!tail) return;
      const alike = `${text.slice(0, -tail.length)} ${tail.length}`;
      texts.push(digestOf(alike, Number(tail)));
      before.push(digestOf(alike, Number(tail) - 1));
    },
    count(): number {
      const known = Float64Array.from(texts).sort();
      let at = 0;
      return Float64Array.from(before)
        .sort()
        .filter((predecessor) => {
          while (known[at]! < predecessor) at++;
          return known[at] === predecessor;
        }).length;
    },
  };
}

const digestOf = (alike: string, number: number) => hash('sha256', `${alike} ${number}`, 'buffer').readUIntBE(0, 6);
