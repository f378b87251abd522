// Fails where a feature writes a table that isn't its own, or reads one of a feature above it: the arrows of the code, for SQL.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ruleFilesOf } from '../../src/app/database/rule-files.ts';
import { areas, features, folderOf } from '../../src/contracts/areas.ts';
import { propertiesOf, readSources, type Source } from '../source-texts.ts';

/** What breaks the rule today, with the reason; one that nothing needs any more is a fault. */
export interface Exception {
  feature: string;
  does: 'reads' | 'writes';
  tables: string[];
  why: string;
}

export interface Use {
  feature: string;
  does: 'reads' | 'writes';
  table: string;
  /** File and line. */
  at: string;
}

const rank = new Map<string, number>(features.map(({ feature }, place) => [feature, place]));
const USE = /\b(insert into|update|delete from|from|join|using)\s+(?:only\s+)?(\w+)/g;
const COMMON_TABLE = /\b(\w+)(?:\s*\([\w\s,]*\))?\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g;

/** Seeds of the demo stand for what all features would have written. */
const SEEDS = areas.demo[0];

if (import.meta.main) {
  const exceptions: Exception[] = JSON.parse(readFileSync(new URL('exceptions.json', import.meta.url), 'utf8'));
  const sources = [...readSources('src/features', /\.ts$/), ...readRules()];
  const faults = findSqlFaults(sources, exceptions);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** The files rules.sql, whose functions and triggers belong to their feature as its verbs do. */
export function readRules(): Source[] {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return ruleFilesOf(true).map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8'), nodes: [] }));
}

/** Faults in the SQL of these sources, one line each. */
export function findSqlFaults(sources: readonly Source[], exceptions: readonly Exception[]): string[] {
  const owned = ownedIn(sources);
  const owners = new Map(owned);
  const twice = owned.filter(([table, feature]) => owners.get(table) !== feature);
  const wrong = sources
    .flatMap((source) => usesIn(source))
    .filter(({ feature, does, table }) => {
      const owner = owners.get(table);
      if (owner === undefined || owner === feature || feature === SEEDS) return false;
      return does === 'writes' || rank.get(owner)! > rank.get(feature)!;
    });
  const covers = (one: Exception, use: Use) =>
    one.feature === use.feature && one.does === use.does && one.tables.includes(use.table);
  const idle = exceptions.flatMap((one) =>
    one.tables
      .filter((table) => !wrong.some((use) => use.table === table && covers(one, use)))
      .map((table) => `no exception is needed any more: ${one.feature} ${one.does} ${table}`),
  );
  return [
    ...twice.map(([table, feature]) => `${table} has two owners: ${feature} and ${owners.get(table)}`),
    ...wrong
      .filter((use) => !exceptions.some((one) => covers(one, use)))
      .map(
        ({ feature, does, table, at }) => `${at} ${does} ${table}, which is ${owners.get(table)}'s: ${feature} may not`,
      ),
    ...idle,
  ];
}

/** The feature that owns each table, as the files feature.ts say. */
export const ownersOf = (sources: readonly Source[]): Map<string, string> => new Map(ownedIn(sources));

function ownedIn(sources: readonly Source[]): [table: string, feature: string][] {
  return sources
    .filter(({ file }) => file.endsWith('/feature.ts'))
    .flatMap((source) => {
      const feature = featureOf(source.file);
      const tables = source.nodes
        .filter(({ type, key }) => type === 'Property' && (key as { name?: string }).name === 'tables')
        .flatMap(({ value }) => [...(propertiesOf(value)?.keys() ?? [])]);
      return feature ? tables.map((table): [string, string] => [table, feature]) : [];
    });
}

function featureOf(file: string): string | undefined {
  return features.find((each) => file.startsWith(`src/features/${folderOf(each)}/`))?.feature;
}

/** What the SQL in a source reads and writes, without the names of its common table expressions. */
export function usesIn(source: Source): Use[] {
  const feature = featureOf(source.file);
  if (!feature) return [];
  return statementsIn(source).flatMap(({ start, text: written }) => {
    const text = written.replaceAll(/--.*/g, '');
    const common = new Set([...text.matchAll(COMMON_TABLE)].map(([, name]) => name));
    const line = source.text.slice(0, start).split('\n').length;
    return [...text.matchAll(USE)]
      .filter(([, , table]) => table && !common.has(table))
      .map(([, verb = '', table = '']): Use => {
        const does = /^(insert|update|delete)/.test(verb) ? 'writes' : 'reads';
        return { feature, does, table, at: `${source.file}:${line}` };
      });
  });
}

/** The templates of a verb; a file of rules in parts, between its empty lines. */
function statementsIn({ file, text, nodes }: Source): { start: number; text: string }[] {
  if (file.endsWith('.sql'))
    return [...text.matchAll(/(?:.+\n)+/g)].map(({ index, 0: part }) => ({ start: index, text: part }));
  return nodes
    .filter(({ type }) => type === 'TaggedTemplateExpression')
    .map(({ quasi }) => {
      const { quasis, start } = quasi as { start: number; quasis: { value: { cooked: string } }[] };
      return { start, text: quasis.map(({ value }) => value.cooked).join(' $ ') };
    });
}
