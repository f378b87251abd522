// Changes the code in one place at a time and runs the tests that reach it: a mutant that survives is a rule without a
// test. `npm run mutate -- src/features/holds src/features/rates/amounts.ts:12 --tests=tests/flows --seconds=60`
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule, type TestRunResult, type TestSpecification, type Vitest } from 'vitest/node';
import { type Parsed, parseMutants } from './js-mutants.ts';
import type { Mutant } from './sql-mutants.ts';

interface Target extends Parsed {
  path: string;
  source: string;
  /** The test files that killed a mutant of this file: the likeliest to kill the next. */
  kills: Map<string, number>;
}

interface TestFile {
  specification: TestSpecification;
  duration_ms: number;
  reached: Set<string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const options = new Map(
  process.argv
    .slice(2)
    .filter((arg) => arg.startsWith('--'))
    .map((arg) => arg.slice(2).split('=') as [string, string]),
);
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const filters = options.get('tests')?.split(',') ?? [
  'src/features',
  'src/platform',
  'tests/contracts',
  'tests/flows',
  'tests/races',
];
/** How long the tests of one mutant may take by the first run's measure: the likeliest killers come first. */
const budget_ms = Number(options.get('seconds') ?? 20) * 1000;

class GivenOrder {
  shard = (files: TestSpecification[]) => files;
  sort = (files: TestSpecification[]) => files;
}

const targets = wanted.flatMap(findTargets);
let active: { target: Target; mutant: Mutant } | undefined;
const vitest = await startVitest();
const tests = await measureTests();
for (const target of targets) await tryMutants(target);
await vitest.close();
// Vitest counts a killed mutant as a failed run.
process.exitCode = 0;

function findTargets(argument: string): Target[] {
  const [path = '', line] = argument.split(':');
  const names = statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => join(path, name))
    : [path];
  const files = names.filter((name) => /(?<!\.test)\.ts$/.test(name));
  return files.map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const parsed = parseMutants(file, source);
    const mutants = parsed.mutants.filter(({ start }) => !line || lineAt(source, start) === Number(line));
    return { ...parsed, mutants, path: file, source, kills: new Map() };
  });
}

/** One Vitest for the whole run, so that its database server starts once. The files on disk stay as they are. */
function startVitest(): Promise<Vitest> {
  const test = {
    watch: false,
    // Otherwise Vitest takes the transformed files of an earlier run from the disk.
    fsModuleCache: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    reporters: [{}],
    silent: true,
    setupFiles: [join(root, 'tests/support/refuse-console-error.ts'), join(root, 'tools/mutate/note-reached.ts')],
    sequence: { sequencer: GivenOrder },
  };
  return createVitest('test', test, {
    plugins: [
      {
        name: 'mutate',
        enforce: 'pre',
        transform(_code, id) {
          const target = targets.find(({ path }) => join(root, path) === id);
          if (!target) return;
          if (!active) return noteReached(target);
          if (active.target === target) return apply(target.source, [active.mutant]);
        },
      },
    ],
  });
}

/** The source with a note at the start of every function. */
function noteReached({ path, source, bodies }: Target): string {
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

function apply(source: string, changes: Mutant[]): string {
  const ordered = changes.toSorted((a, b) => b.start - a.start);
  return ordered.reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), source);
}

/** Runs every test file on the code as it is, to learn what each one reaches and how long it takes. */
async function measureTests(): Promise<TestFile[]> {
  const specifications = await vitest.globTestSpecifications(filters);
  const measured: TestFile[] = [];
  for (const specification of specifications) {
    const { testModules } = await run([specification]);
    const [module] = testModules;
    if (!module?.ok()) console.log(`${specification.moduleId} fails on the code as it is, and is left out.`);
    else measured.push({ specification, duration_ms: durationOf(module), reached: new Set(module.meta().reached) });
  }
  return measured;
}

function durationOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}

async function judge(chosen: TestFile[]): Promise<{ isKilled: boolean; killer?: string }> {
  if (chosen.length === 0) return { isKilled: false };
  const { testModules, unhandledErrors } = await run(chosen.map(({ specification }) => specification));
  const failed = testModules.find((module) => !module.ok());
  return { isKilled: failed !== undefined || unhandledErrors.length > 0, killer: failed?.moduleId };
}

function run(specifications: TestSpecification[]): Promise<TestRunResult> {
  vitest.state.filesMap.clear();
  for (const { path } of targets) vitest.invalidateFile(join(root, path));
  return vitest.runTestSpecifications(specifications);
}

async function tryMutants(target: Target): Promise<void> {
  const { path, source, mutants } = target;
  let killed = 0;
  let unreached = 0;
  for (const mutant of mutants) {
    active = { target, mutant };
    const chosen = chooseTests(target, mutant);
    const { killer, isKilled } = await judge(chosen);
    if (isKilled) {
      killed += 1;
      if (killer) target.kills.set(killer, (target.kills.get(killer) ?? 0) + 1);
      continue;
    }
    if (chosen.length === 0) unreached += 1;
    const before = source.slice(mutant.start, mutant.end);
    const state = chosen.length === 0 ? 'NOT REACHED' : 'SURVIVED';
    console.log(`${state} ${path}:${lineAt(source, mutant.start)}  ${oneLine(before)}  ->  ${oneLine(mutant.text)}`);
  }
  console.log(
    `${path}: ${mutants.length} mutants, ${killed} killed, ${mutants.length - killed} survived (${unreached} not reached)`,
  );
}

/** The tests that reach the mutant's function, or the file if it lies in none, within the budget. */
function chooseTests({ path, bodies, kills }: Target, { start, end }: Mutant): TestFile[] {
  const body = bodies.findLast((body) => body.start <= start && body.end >= end);
  const key = body ? `${path}:${body.start}` : `${path}:`;
  const folder = join(root, path, '..');
  const rank = ({ specification: { moduleId }, duration_ms }: TestFile) =>
    (kills.get(moduleId) ?? 0) * 1_000_000 + (moduleId.startsWith(folder) ? 100_000 : 0) - duration_ms;
  const reaching = tests.filter(({ reached }) => [...reached].some((id) => (body ? id === key : id.startsWith(key))));
  let left_ms = budget_ms;
  return reaching
    .toSorted((a, b) => rank(b) - rank(a))
    .filter(({ duration_ms }, i) => {
      if (i > 0 && duration_ms > left_ms) return false;
      left_ms -= duration_ms;
      return true;
    });
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}
