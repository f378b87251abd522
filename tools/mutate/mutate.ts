// Changes the code in one place at a time and runs the tests that reach it: a mutant that survives is a rule without a
// test. `npm run mutate -- src/features/coins/holds src/contracts/coin-amounts.ts:12 --tests=tests/flows`
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, parseMutants } from './js-mutants.ts';
import { withMutant, withNotes, withSwitches } from './rewrite.ts';

interface Target {
  path: string;
  source: string;
  mutants: Mutant[];
  noted: string;
}

interface TestFile {
  path: string;
  duration_ms: number;
  reached: string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', default: 'src/features,src/platform,tests/contracts,tests/flows,tests/races' } },
});
/** A test file at the end of a run with several mutants: it passes unless one of them left something behind. */
const NONE = -1;
/** More would make the worker of a run large. */
const MUTANTS_AT_ONCE = 40;

const targets = positionals.flatMap(findTargets);
/** What the tests find instead of the files on the disk. */
let changed = new Map(targets.map(({ path, noted }) => [join(root, path), noted]));
const vitest = await startVitest();
const tests = await measureTests();
for (const target of targets) await tryTarget(target);
await vitest.close();
// Vitest counts a killed mutant as a failed run.
process.exitCode = 0;

function findTargets(argument: string): Target[] {
  const [path = '', line] = argument.split(':');
  const names = statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
    : [path];
  const files = names.filter((name) => /(?<!\.test)\.ts$/.test(name)).sort();
  return files.map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const { mutants, bodies } = parseMutants(file, source);
    const chosen = mutants.filter(({ start }) => !line || lineAt(source, start) === Number(line));
    return { path: file, source, mutants: chosen, noted: withNotes(source, file, bodies) };
  });
}

/** One Vitest for the whole run, so that its database server starts once. */
function startVitest(): Promise<Vitest> {
  const test = {
    watch: false,
    // Otherwise Vitest takes the transformed files of an earlier run from the disk.
    fsModuleCache: false,
    maxWorkers: 1,
    testTimeout: 30_000,
    reporters: [{}],
    silent: true,
    setupFiles: [join(root, 'tests/support/refuse-console-error.ts'), join(root, 'tools/mutate/setup.ts')],
  };
  const mutate = {
    name: 'mutate',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const [, mutant] = /\.test\.tsx?\?mutant=(-?\d+)$/.exec(id) ?? [];
      return mutant ? `globalThis.mutant = ${mutant};${code}` : changed.get(id);
    },
  };
  return createVitest('test', test, { plugins: [mutate] });
}

/** Runs every test file on the code as it is, to learn what each one reaches and how long it takes. */
async function measureTests(): Promise<TestFile[]> {
  const files = await vitest.globTestSpecifications(options.tests.split(','));
  const measured: TestFile[] = [];
  for (const { moduleId } of files) {
    const [module] = await run([moduleId]);
    if (module?.ok()) {
      measured.push({ path: moduleId, duration_ms: durationOf(module), reached: module.meta().reached ?? [] });
    } else console.log(`${moduleId} fails on the code as it is, and is left out.`);
  }
  return measured.sort((a, b) => a.duration_ms - b.duration_ms);
}

function durationOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}

/** Runs test files one after the other in a new worker. */
async function run(files: readonly string[]): Promise<TestModule[]> {
  vitest.state.filesMap.clear();
  for (const { path } of targets) vitest.invalidateFile(join(root, path));
  const project = vitest.getRootProject();
  const { testModules } = await vitest.runTestSpecifications(files.map((file) => project.createSpecification(file)));
  return testModules;
}

async function tryTarget(target: Target): Promise<void> {
  const { path, source, mutants } = target;
  const survivors = new Set(mutants);
  const reached = new Set<Mutant>();
  for (const test of tests) {
    const reaching = mutants.filter(({ body }) =>
      test.reached.some((id) => (body === undefined ? id.startsWith(`${path}:`) : id === `${path}:${body}`)),
    );
    for (const mutant of reaching) reached.add(mutant);
    for (const mutant of await findKilled(
      target,
      test,
      reaching.filter((mutant) => survivors.has(mutant)),
    )) {
      survivors.delete(mutant);
    }
  }
  for (const mutant of survivors) {
    const before = source.slice(mutant.start, mutant.end);
    const state = reached.has(mutant) ? 'SURVIVED' : 'NOT REACHED';
    console.log(`${state} ${path}:${lineAt(source, mutant.start)}  ${oneLine(before)}  ->  ${oneLine(mutant.text)}`);
  }
  console.log(
    `${path}: ${mutants.length} mutants, ${mutants.length - survivors.size} killed, ${survivors.size} survived`,
  );
}

/** What is evaluated when the file loads takes a worker of its own; the others take turns in one. */
async function findKilled(target: Target, test: TestFile, mutants: readonly Mutant[]): Promise<Mutant[]> {
  const killed: Mutant[] = [];
  const switched = mutants.filter(({ body }) => body !== undefined);
  for (let at = 0; at < switched.length; at += MUTANTS_AT_ONCE) {
    killed.push(...(await tryTogether(target, test, switched.slice(at, at + MUTANTS_AT_ONCE))));
  }
  for (const mutant of mutants)
    if (mutant.body === undefined && (await isKilledAlone(target, test, mutant))) killed.push(mutant);
  return killed;
}

async function tryTogether(target: Target, { path }: TestFile, mutants: readonly Mutant[]): Promise<Mutant[]> {
  changed = new Map([[join(root, target.path), withSwitches(target.source, mutants)]]);
  const fileOf = (index: number) => `${path}?mutant=${index}`;
  const modules = await run([...mutants.keys(), NONE].map(fileOf));
  const failed = new Set(modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId));
  if (!failed.has(fileOf(NONE))) return mutants.filter((_, index) => failed.has(fileOf(index)));
  const killed: Mutant[] = [];
  for (const mutant of mutants) if (await isKilledAlone(target, { path }, mutant)) killed.push(mutant);
  return killed;
}

async function isKilledAlone(target: Target, { path }: Pick<TestFile, 'path'>, mutant: Mutant): Promise<boolean> {
  changed = new Map([[join(root, target.path), withMutant(target.source, mutant)]]);
  return (await run([path])).some((module) => !module.ok());
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}
