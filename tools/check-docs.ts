// Fails when a document names a file that isn't there, or a bench file without a result, or when a table whose last column is "Result" gives
// another figure than that: `checkout: ratio` is `ratio` in bench/results/checkout.json, rounded as the row writes it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['node_modules', 'build', 'data', '.git', '.react-router']);
const extensions = 'ts|tsx|mjs|cjs|sql|md|json|css|csv|svg|webp|yml';
const naming = new RegExp(`^[\\w.@-][\\w./@-]*\\.(${extensions})$|^[\\w.@-][\\w./@-]*/$`);
const measuredTables = /^\|.*\| Result \|\n\|[-| ]+\|\n((?:\|.*\|\n?)+)/gm;
/** The last two cells: a number with its unit, and the result that it comes from. */
const measuredRow = /\| ([\d,]+(?:\.\d+)?)(?: [^|]*)? \| `([\w-]+): ([^`]+)` \|$/;
// Created at run time, so never in the tree.
const madeLater = /^(data|build|node_modules|\.react-router|postgres)\//;

const files = listFiles('');
const results = files.filter((file) => file.startsWith('bench/results/'));
const faults = files.filter((file) => file.endsWith('.md')).flatMap(checkDocument);
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

function listFiles(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = dir ? `${dir}/${entry.name}` : entry.name;
    if (skipped.has(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function checkDocument(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const linked = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
  const named = [...quoted, ...linked.filter((target) => !/^[a-z]+:/.test(target))].filter((name) => naming.test(name));
  const missing = named.filter((name) => !madeLater.test(name) && !isThere(name, document));
  const unmeasured = named.filter((name) => /^bench\/[\w-]+\.ts$/.test(name) && !hasResult(name));
  return [
    ...missing.map((name) => `${document} names ${name}, which doesn't exist`),
    ...unmeasured.map((name) => `${document} names ${name}, which has no result in bench/results/`),
    ...[...text.matchAll(measuredTables)]
      .flatMap(([, rows]) => rows!.trim().split('\n'))
      .flatMap((row) => checkRow(document, row)),
  ];
}

function checkRow(document: string, row: string): string[] {
  const [, figure, name, path] = measuredRow.exec(row) ?? [];
  if (figure === undefined) return [`${document} has a row without a figure and its result: ${row}`];
  const file = join(root, 'bench/results', `${name}.json`);
  const result: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const measured = path!
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], result);
  const digits = figure.split('.')[1]?.length ?? 0;
  const rounded = typeof measured === 'number' ? measured.toFixed(digits) : String(measured);
  return rounded === figure.replaceAll(',', '')
    ? []
    : [`${document} gives ${figure} for ${name}: ${path}, which is ${rounded}`];
}

function isThere(name: string, document: string): boolean {
  if (existsSync(join(root, dirname(document), name)) || existsSync(join(root, name))) return true;
  const ending = `/${name}`;
  return files.some((file) => (name.endsWith('/') ? `/${file}`.includes(ending) : `/${file}`.endsWith(ending)));
}

function hasResult(name: string): boolean {
  const stem = name.slice('bench/'.length, -'.ts'.length);
  return results.some((file) => file.startsWith(`bench/results/${stem}`));
}
