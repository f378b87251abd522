// Runs benchmarks of this tree in the shop as it was at a commit, and in the shop as it is, in turns: `npm run bench -- --against=COMMIT checkout`.
// Other load on the machine meets both alike, so the ratios of what they compute can be believed where times can't.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [commit, ...names] = process.argv.slice(2);
if (!commit || names.length === 0) throw new Error('Say a commit and which benchmarks: --against=COMMIT checkout');

/** Each tree is first once, as what runs second finds a warm machine. */
const TURNS = ['before', 'now', 'now', 'before'] as const;
/** What is dearer by more than this is named. */
const LIMIT = 1.15;
const isRate = (figure: string) => /per_second|ratio|_to_/.test(figure);
const rounded = (figure: number) => Number(figure.toPrecision(3));
const isCost = (figure: string) => /_(us|ms|mib|kib|bytes|seconds)$|_cost$/.test(figure);

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const base = mkdtempSync(join(tmpdir(), 'facevalue-pair-'));
const before = join(base, 'before');
const trees = { before, now: root };
const resultOf = (tree: string, name: string) => join(tree, 'bench', 'results', `${name}.json`);
const earlier = new Map(names.map((name) => [resultOf(root, name), readIfThere(resultOf(root, name))]));
try {
  git('worktree', 'add', '--quiet', '--detach', before, commit);
  // The same measurement of both.
  cpSync(join(root, 'bench'), join(before, 'bench'), { recursive: true });
  // Another lockfile's packages are installed by the run itself.
  if (isSameFile('package-lock.json')) symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'));
  const lines = names.flatMap(pair);
  process.stdout.write(`\n${lines.join('\n')}\n`);
} finally {
  if (existsSync(before)) git('worktree', 'remove', '--force', before);
  rmSync(base, { recursive: true, force: true });
  // A paired run's figures are no result of this tree.
  for (const [path, text] of earlier) {
    if (text === null) rmSync(path, { force: true });
    else writeFileSync(path, text);
  }
}

/** The figures of both, the mean of each one's turns, and what the change of each is. */
function pair(name: string): string[] {
  const runs: Record<keyof typeof trees, Map<string, number>[]> = { before: [], now: [] };
  for (const turn of TURNS) {
    const tree = trees[turn];
    process.stdout.write(`\n${name}, ${turn === 'now' ? 'as it is' : `at ${commit}`}\n`);
    execFileSync(process.execPath, [join(tree, 'tools', 'run.mjs'), 'bench', name], { cwd: tree, stdio: 'inherit' });
    runs[turn].push(new Map(figuresIn(JSON.parse(readFileSync(resultOf(tree, name), 'utf8')))));
  }
  const mean = (turns: Map<string, number>[], figure: string) =>
    turns.reduce((sum, run) => sum + (run.get(figure) ?? Number.NaN), 0) / turns.length;
  const figures = [...runs.now[0]!.keys()].filter((figure) => isRate(figure) || isCost(figure));
  return [
    `${name}: at ${commit}, as it is, ratio`,
    ...figures.flatMap((figure) => {
      const [old, now] = [mean(runs.before, figure), mean(runs.now, figure)];
      const ratio = now / old;
      if (!Number.isFinite(ratio)) return [];
      const dearer = (isRate(figure) ? 1 / ratio : ratio) > LIMIT ? '  more than 15 % dearer' : '';
      return [`  ${figure}: ${rounded(old)}  ${rounded(now)}  ${ratio.toFixed(2)}${dearer}`];
    }),
  ];
}

/** Every number of a result by its place, targets and facts about the machine left out. */
function figuresIn(value: unknown, place = ''): [string, number][] {
  if (typeof value === 'number') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'machine' || key.includes('target') ? [] : figuresIn(each, place ? `${place}.${key}` : key),
  );
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function isSameFile(name: string): boolean {
  return readFileSync(join(root, name), 'utf8') === readFileSync(join(before, name), 'utf8');
}
