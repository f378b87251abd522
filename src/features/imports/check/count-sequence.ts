import type { CodeMask } from '../../import-guard/format.ts';

const TAIL = /\d{4,}$/;
const SHORTEST_FILE = 3;

/** Watches whether most codes of a file follow the one before, as numbers that anybody could guess (IG-22). */
export function countSequence(mask: CodeMask) {
  let last = '';
  let codes = 0;
  let steps = 0;
  return {
    add(code: string): void {
      if (codes > 0 && follows(last, code, mask)) steps++;
      codes++;
      last = code;
    },
    isSequence: (): boolean => codes >= SHORTEST_FILE && steps > (codes - 1) / 2,
  };
}

// A check digit hides the counting; programmes don't always name theirs, so the last digit is looked at both ways.
function follows(last: string, code: string, mask: CodeMask): boolean {
  const declared = mask.kind === 'numeric' && mask.checksum !== undefined;
  return isNext(last.slice(0, -1), code.slice(0, -1)) || (!declared && isNext(last, code));
}

function isNext(last: string, code: string): boolean {
  const [before] = TAIL.exec(last) ?? [];
  const [after] = TAIL.exec(code) ?? [];
  if (!before || !after || before.length !== after.length) return false;
  if (last.slice(0, -before.length) !== code.slice(0, -after.length)) return false;
  const step = BigInt(after) - BigInt(before);
  return step === 1n || step === -1n;
}
