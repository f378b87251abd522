import type { Mutant, Parsed } from './js-mutants.ts';

/** A piece of text that replaces what lies between start and end. */
interface Change {
  start: number;
  end: number;
  text: string;
}

/** The source with one mutant in it. */
export const withMutant = (source: string, mutant: Mutant): string => apply(source, [mutant]);

/** The source with a note at the start of every function, under the name of its file. */
export function withNotes(source: string, path: string, bodies: Parsed['bodies']): string {
  const notes = bodies.flatMap(({ start, end, isBlock }) => {
    const note = `globalThis.reached?.add('${path}:${start}')`;
    if (isBlock) return [{ start: start + 1, end: start + 1, text: `${note};` }];
    return [
      { start, end: start, text: `(${note}, ` },
      { start: end, end, text: ')' },
    ];
  });
  return apply(source, notes);
}

/** The source with all these mutants in it, of which `globalThis.mutant` switches one on by its index. */
export function withSwitches(source: string, mutants: readonly Mutant[]): string {
  const groups = Map.groupBy(mutants, ({ whole: { start, end } }) => `${start}-${end}`);
  const wholes = [...groups.values()].map((group) => ({ ...group[0]!.whole, group }));
  wholes.sort((a, b) => a.start - b.start || b.end - a.end);
  const render = (start: number, end: number, inside: typeof wholes): string => {
    const [first, ...others] = inside;
    if (!first) return source.slice(start, end);
    const within = others.filter((other) => other.start < first.end);
    const plain = source.slice(first.start, first.end);
    const cases = first.group.map((mutant) => {
      const { start: from, end: to } = mutant;
      const text = plain.slice(0, from - first.start) + mutant.text + plain.slice(to - first.start);
      return `globalThis.mutant === ${mutants.indexOf(mutant)} ? (${text}) : `;
    });
    const rest = others.filter((other) => other.start >= first.end);
    const original = render(first.start, first.end, within);
    return `${source.slice(start, first.start)}(${cases.join('')}(${original}))${render(first.end, end, rest)}`;
  };
  return render(0, source.length, wholes);
}

function apply(source: string, changes: readonly Change[]): string {
  const ordered = changes.toSorted((a, b) => b.start - a.start);
  return ordered.reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), source);
}
