/** A function or view of a file rules.sql, with what stands above it and the tables whose triggers run it. */
export interface Rule {
  name: string;
  comment: string;
  tables: string[];
}

/** Triggers that run functions of other files, by table. */
export interface Guard {
  table: string;
  runs: string;
}

const MADE = /((?:^--.*\n)*)^create or replace (?:function|view) (\w+)(?:\(([^)]*)\))?/gm;
const TRIGGER = /^create or replace trigger [^;]*? on (\w+)\b[^;]*?execute function (\w+)\(/gm;

/** What a file rules.sql makes, in its order; of functions with one name for many tables, each by its table. */
export function readRules(text: string): { rules: Rule[]; guards: Guard[] } {
  const triggers = [...text.matchAll(TRIGGER)].map(([, table = '', runs = '']) => ({ table, runs }));
  const rules = [...text.matchAll(MADE)].map(([, above = '', name = '', args = '']) => ({
    name: name === 'sealed_facts' ? `${name}(${args.split(' ').at(-1)})` : name,
    comment: above.replaceAll(/^-- /gm, '').trim().replaceAll('\n', ' '),
    tables: [...new Set(triggers.filter(({ runs }) => runs === name).map(({ table }) => table))],
  }));
  const own = new Set(rules.map(({ name }) => name));
  const guards = triggers.filter(({ runs }) => !own.has(runs));
  return { rules, guards: [...new Map(guards.map((guard) => [`${guard.table} ${guard.runs}`, guard])).values()] };
}
