import { splitStatements } from './split-statements.ts';

/** With which a migration says that the release before goes on in spite of what it does, and why. */
const EXPANDS = /^-- Expands: \S/m;

/**
 * What a migration takes away from the release before, or demands of it: the beginnings of such statements. Where there are none,
 * that release runs on the new schema, too (CONTRIBUTING, "Change tables").
 */
export function takesAway(migration: string): string[] {
  if (EXPANDS.test(migration)) return [];
  const statements = splitStatements(migration).map(({ text }) => withoutTexts(text));
  const made = namesIn(statements, /^create table (?:if not exists )?(\w+)/g);
  const replaced = namesIn(statements, /\bdrop constraint (?:if exists )?(\w+)/g).intersection(
    namesIn(statements, /\badd constraint (\w+)/g),
  );
  return statements.filter((text) => takes(text, { made, replaced })).map((text) => text.slice(0, 100));
}

interface Known {
  /** Tables that the same migration makes. */
  made: ReadonlySet<string>;
  /** Constraints that are dropped and come back under the same name: wider ones, for kinds that are added. */
  replaced: ReadonlySet<string>;
}

function takes(text: string, { made, replaced }: Known): boolean {
  if (/^drop (table|schema|type|sequence|index|materialized view)\b/.test(text)) return true;
  if (/^alter (table|index|sequence|type|view)\b.*\brename\b/.test(text)) return true;
  // Rows that the release before writes have no MAC, and count as forged once the next one runs again.
  if (/^insert into sealings\b/.test(text)) return true;
  const index = /^create unique index .*?\bon (\w+)/.exec(text);
  if (index) return !made.has(index[1]!);
  const table = /^alter table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1];
  if (table === undefined || made.has(table)) return false;
  const addsColumns = /\badd column\b/.test(text);
  return partsOf(text).some((part) => takesFromTable(part, addsColumns, replaced));
}

function takesFromTable(part: string, addsColumns: boolean, replaced: ReadonlySet<string>): boolean {
  const constraint = /^(?:drop|add) constraint (?:if exists )?(\w+)/.exec(part)?.[1];
  if (constraint !== undefined && replaced.has(constraint)) return false;
  if (/^drop\b|^alter\b.*\b(set not null|drop default|drop expression|drop identity)\b/.test(part)) return true;
  if (/^alter (?:column )?\w+ (?:set data )?type\b/.test(part)) return true;
  if (/^add column\b/.test(part)) return /\bnot null\b/.test(part) && !/\bdefault\b|\bgenerated\b/.test(part);
  // What a new column has to fulfil, rows of the release before leave empty.
  return /^add (check|constraint|unique|primary key|foreign key|exclude)\b/.test(part) && !addsColumns;
}

const namesIn = (statements: readonly string[], pattern: RegExp): ReadonlySet<string> =>
  new Set(statements.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** The actions of `alter table`, which commas divide, but for those in brackets. */
function partsOf(text: string): string[] {
  const actions = text.replace(/^alter table (?:if exists )?(?:only )?\w+\s*/, '');
  let depth = 0;
  let parts = [''];
  for (const sign of actions) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) parts = [...parts, ''];
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

const withoutTexts = (text: string): string =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
