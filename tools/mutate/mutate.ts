// Changes the code in one place at a time and runs the tests that reach it: a mutant that survives is a rule without a
// test. `npm run mutate -- src/features/coins/holds src/contracts/coin-amounts.ts:12 --tests=tests/flows`
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Mutant, parseMutants } from './js-mutants.ts';
import { noteScore } from './note-score.ts';
import { withMutant, withNotes, withSwitches } from './rewrite.ts';

interface Target {
  path: string;
  source: string;
  mutants: Mutant[];
  /** All of the file's mutants are tried, and not those of one line. */
  isWhole: boolean;
  noted: string;
}

interface TestFile {
  path: string;
  duration_ms: number;
  /** What is called outside its tests. */
  outside: ReadonlySet<string>;
  /** What each of its tests calls, by the place of the test in the file. */
  tests: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A mutant, and the tests of a file that reach it; undefined: all of them. */
interface Reaching {
  mutant: Mutant;
  places: string | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', default: 'src/features,src/platform,tests/contracts,tests/flows,tests/races' },
    /** Only the tests whose names fit this expression. */
    named: { type: 'string' },
    /** The file that collects scores. */
    into: { type: 'string' },
  },
});
/** Tests at the end of a run with several mutants: they pass unless one left something behind, or they need other tests. */
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
    return { path: file, source, mutants: chosen, isWhole: !line, noted: withNotes(source, file, bodies) };
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
    ...(options.named && { testNamePattern: options.named }),
    setupFiles: [join(root, 'tests/support/refuse-console-error.ts'), join(root, 'tools/mutate/setup.ts')],
  };
  const mutate = {
    name: 'mutate',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const [, mutant, places] = /\.test\.tsx?\?mutant=(-?\d+)(?:&places=([\d_.]+))?$/.exec(id) ?? [];
      const chosen = places ? JSON.stringify(places.split('.')) : 'undefined';
      return mutant ? `globalThis.mutant = ${mutant};globalThis.chosenTests = ${chosen};${code}` : changed.get(id);
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
      const tests = new Map(
        Array.from(module.children.allTests(), (test) => [placeOf(test), new Set(test.meta().reached)] as const),
      );
      const outside = new Set(module.meta().reached);
      measured.push({ path: moduleId, duration_ms: durationOf(module), outside, tests });
    } else console.log(`${moduleId} fails on the code as it is, and is left out.`);
  }
  return measured.sort((a, b) => a.duration_ms - b.duration_ms);
}

function durationOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic();
  return collectDuration + duration;
}

/** What the id of a test says besides its file, as setup.ts reads it. */
function placeOf({ id }: { id: string }): string {
  return id.slice(id.indexOf('_') + 1);
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
    const reaching = mutants.flatMap((mutant) => reachingOf(path, test, mutant) ?? []);
    for (const { mutant } of reaching) reached.add(mutant);
    for (const mutant of await findKilled(
      target,
      test.path,
      reaching.filter(({ mutant }) => survivors.has(mutant)),
    )) {
      survivors.delete(mutant);
    }
  }
  for (const mutant of survivors) {
    const before = source.slice(mutant.start, mutant.end);
    const state = reached.has(mutant) ? 'SURVIVED' : 'NOT REACHED';
    console.log(`${state} ${path}:${lineAt(source, mutant.start)}  ${oneLine(before)}  ->  ${oneLine(mutant.text)}`);
  }
  const killed = mutants.length - survivors.size;
  console.log(`${path}: ${mutants.length} mutants, ${killed} killed, ${survivors.size} survived`);
  const on = new Date().toISOString().slice(0, 10);
  if (options.into && target.isWhole && mutants.length > 0)
    noteScore(options.into, path, { mutants: mutants.length, killed, on, tests: options.tests, named: options.named });
}

/** The tests of a file that reach a mutant; undefined: none. */
function reachingOf(path: string, { outside, tests: own }: TestFile, mutant: Mutant): Reaching | undefined {
  const ids = [outside, ...own.values()];
  if (mutant.body === undefined) {
    const loaded = ids.some((some) => some.values().some((id) => id.startsWith(`${path}:`)));
    return loaded ? { mutant, places: undefined } : undefined;
  }
  const id = `${path}:${mutant.body}`;
  if (outside.has(id)) return { mutant, places: undefined };
  const places = [...own].filter(([, some]) => some.has(id)).map(([place]) => place);
  return places.length > 0 ? { mutant, places: places.join('.') } : undefined;
}

/** What is evaluated when the file loads takes a worker of its own; the others take turns in one. */
async function findKilled(target: Target, test: string, reaching: readonly Reaching[]): Promise<Mutant[]> {
  const killed: Mutant[] = [];
  const switched = reaching.filter(({ mutant }) => mutant.body !== undefined);
  for (let at = 0; at < switched.length; at += MUTANTS_AT_ONCE) {
    killed.push(...(await tryTogether(target, test, switched.slice(at, at + MUTANTS_AT_ONCE))));
  }
  for (const { mutant } of reaching)
    if (mutant.body === undefined && (await isKilledAlone(target, test, mutant))) killed.push(mutant);
  return killed;
}

/** Tests that fail without a mutant need others of their file, or a mutant left something behind: their mutants are tried again. */
async function tryTogether(target: Target, test: string, reaching: readonly Reaching[]): Promise<Mutant[]> {
  const mutants = reaching.map(({ mutant }) => mutant);
  changed = new Map([[join(root, target.path), withSwitches(target.source, mutants)]]);
  const fileOf = (index: number, places: string | undefined) =>
    `${test}?mutant=${index}${places === undefined ? '' : `&places=${places}`}`;
  const controls = new Set(reaching.map(({ places }) => fileOf(NONE, places)));
  const modules = await run([...reaching.map(({ places }, index) => fileOf(index, places)), ...controls]);
  const failed = new Set(modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId));
  const failing = reaching.filter(({ places }, index) => failed.has(fileOf(index, places)));
  const [unsure, sure] = partition(failing, ({ places }) => failed.has(fileOf(NONE, places)));
  const killed = sure.map(({ mutant }) => mutant);
  const dependent = unsure.filter(({ places }) => places !== undefined);
  if (dependent.length > 0) {
    const whole = dependent.map(({ mutant }) => ({ mutant, places: undefined }));
    killed.push(...(await tryTogether(target, test, whole)));
  }
  for (const { mutant, places } of unsure)
    if (places === undefined && (await isKilledAlone(target, test, mutant))) killed.push(mutant);
  return killed;
}

function partition<T>(items: readonly T[], fits: (item: T) => boolean): [T[], T[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))];
}

async function isKilledAlone(target: Target, test: string, mutant: Mutant): Promise<boolean> {
  changed = new Map([[join(root, target.path), withMutant(target.source, mutant)]]);
  return (await run([test])).some((module) => !module.ok());
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}
