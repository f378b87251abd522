const swaps: [RegExp, (found: string) => string][] = [
  [/<=|>=|(?<![<>=-])[<>](?![<>=@])/g, (found) => (found.length === 2 ? found.charAt(0) : `${found}=`)],
  [/\bis not null\b/g, () => 'is null'],
  [/\bis null\b/g, () => 'is not null'],
  [/\bnot exists\b/g, () => 'exists'],
  [/(?<!not )\bexists\b/g, () => 'not exists'],
  [/\bnot in\b/g, () => 'in'],
  [/ \+ /g, () => ' - '],
  [/ - /g, () => ' + '],
  [/\bleast\(/g, () => 'greatest('],
  [/\bgreatest\(/g, () => 'least('],
  [/\bmin\(/g, () => 'max('],
  [/\bmax\(/g, () => 'min('],
  [/(?<=[\w.]) desc\b/g, () => ''],
  [/\bleft join\b/g, () => 'join'],
  [/\btrue\b/g, () => 'false'],
  [/\bfalse\b/g, () => 'true'],
  [/\bselect distinct\b(?! on)/g, () => 'select'],
  [/\bfor (no key update|update|share|key share)( of [\w, ]+)?( skip locked| nowait)?/g, () => ''],
  [/ skip locked\b/g, () => ''],
];

const opening = /\b(?:where|and|or|on|having)\b(?! conflict| commit| delete| update)|\(/g;
const closing =
  /^(and|or|order by|group by|having|limit|offset|for (no key )?update|for (key )?share|returning|union|except|on conflict|then|else|end|where|(left |inner |cross )?join|window|do)\b/;

/** The changes to one SQL template: where, and the text that takes its place. `text` is its source, `start` its position. */
export function* sqlMutants(text: string, start: number): Generator<[start: number, end: number, text: string]> {
  const plain = mask(text);
  for (const [pattern, swap] of swaps) {
    for (const { 0: found, index } of plain.matchAll(pattern)) {
      yield [start + index, start + index + found.length, swap(found)];
    }
  }
  for (const { 0: word, index } of plain.matchAll(opening)) {
    const from = index + word.length;
    if (word === 'and' && isBetween(plain, index)) continue;
    const to = endOfCondition(plain, from);
    if (word === '(' && !/^(and|or)\b/.test(plain.slice(to))) continue;
    if (plain.slice(from, to).trim() === 'true') continue;
    const isAlternative = word === 'or' || /^or\b/.test(plain.slice(to));
    yield [start + from, start + to, isAlternative ? ' false ' : ' true '];
  }
}

/** Everything that is not SQL's own word, at the same length: what is put in, and what stands in quotes. */
function mask(text: string): string {
  let depth = 0;
  const open = text.replace(/[\s\S]/g, (character, i: number) => {
    if (text.startsWith('${', i)) depth += 1;
    const inside = depth > 0;
    if (inside && character === '{' && text[i - 1] !== '$') depth += 1;
    if (inside && character === '}') depth -= 1;
    return inside ? '§' : character;
  });
  return open.replace(/'[^']*'/g, (quoted) => `'${'x'.repeat(quoted.length - 2)}'`);
}

/** Whether this `and` belongs to a `between`. */
function isBetween(plain: string, index: number): boolean {
  const before = plain.slice(0, index);
  return before.lastIndexOf(' between ') > Math.max(before.lastIndexOf(' and '), before.lastIndexOf(' where '));
}

function endOfCondition(plain: string, from: number): number {
  let depth = 0;
  for (let i = from; i < plain.length; i++) {
    if (plain[i] === '(') depth += 1;
    if (plain[i] === ')' && depth-- === 0) return i;
    if (depth > 0) continue;
    if (plain[i] === ',' || plain[i] === ';') return i;
    if (/\s/.test(plain[i - 1] ?? '') && closing.test(plain.slice(i, i + 30)) && !isBetween(plain, i)) return i;
  }
  return plain.length;
}
