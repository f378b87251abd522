// Fails on an import that breaks a rule of .dependency-cruiser.mjs, on a loop between rooms, on a crowded room and on a drawer.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const home = fileURLToPath(new URL('..', import.meta.url));

/** A folder with more source files than this, tests and sub-rooms not counted, asks for more rooms. */
const ROOM_FILES = 15;

/** Names that say how a room's files work, or nothing: a room is named after what they are about. */
const drawer = /\/(?:parts|reading|records|background|shared|common|helpers?|utils?|lib|misc)$/;

type Import = { from: string; to: string };

if (import.meta.main) {
  const faults = await findFaults(home);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}

/** Faults in the imports of the project in `root`, one line each. */
export async function findFaults(root: string): Promise<string[]> {
  const options = await extractOptions(join(home, '.dependency-cruiser.mjs'));
  const reasons = new Map(options.ruleSet?.forbidden?.map(({ name, comment }) => [name, comment]));
  const wings = ['src', 'tests', 'tools', 'bench'].filter((dir) => existsSync(join(root, dir)));
  const { modules, summary } = (await cruise(wings, { ...options, baseDir: root })).output as ICruiseResult;
  const files = modules.map(({ source }) => source).filter((file) => file.startsWith('src/') && !isTest(file));
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  // Without swc for this platform every TypeScript file would be skipped.
  if (!files.some((file) => file.endsWith('.ts'))) return ['no source was read: is @swc/core installed?'];
  const inside = imports.filter(({ from, to }) => files.includes(from) && files.includes(to));
  const rooms = new Set(files.flatMap(foldersOf));
  return [
    ...new Set(summary.violations.map((one) => describe(one, reasons.get(one.rule.name)))),
    ...[...rooms].flatMap((room) => findLoops(room, inside)),
    ...[...rooms].flatMap((room) => crowdFault(room, files)),
    ...[...rooms].filter((room) => drawer.test(room)).map((room) => `${room} is a drawer: name it after its subject`),
  ];
}

function describe({ from, to, cycle }: IViolation, reason: string | undefined): string {
  if (!cycle) return `${from} imports ${to}: ${reason}`;
  // A loop is found once per file in it: always start with the same file, so that it is reported once.
  const names = cycle.map(({ name }) => name);
  const start = names.indexOf([...names].sort()[0] ?? '');
  const turned = [...names.slice(start), ...names.slice(0, start)];
  return `import loop: ${[...turned, turned[0]].join(' -> ')}`;
}

/** Loops among a room's direct entries: its files, and its sub-rooms with everything in them. */
function findLoops(room: string, imports: Import[]): string[] {
  const within = imports.filter(({ from, to }) => from.startsWith(`${room}/`) && to.startsWith(`${room}/`));
  const nameOf = (file: string) => file.slice(room.length + 1).split('/')[0] ?? '';
  const next = Map.groupBy(within, ({ from }) => nameOf(from));
  const done = new Set<string>();
  const loops: string[] = [];
  const visit = (name: string, path: Import[]): void => {
    const at = path.findIndex(({ from }) => nameOf(from) === name);
    if (at >= 0) {
      const steps = path.slice(at).map(({ from, to }) => `${from} -> ${to}`);
      // A loop of single files is an import loop, which the rules already find.
      if (path.slice(at).some(({ from }) => nameOf(from) !== from.slice(room.length + 1)))
        loops.push(`loop of rooms in ${room}: ${steps.join(', ')}`);
    }
    if (at >= 0 || done.has(name)) return;
    for (const one of next.get(name) ?? []) if (nameOf(one.to) !== name) visit(nameOf(one.to), [...path, one]);
    done.add(name);
  };
  for (const name of next.keys()) visit(name, []);
  return [...new Set(loops)];
}

function crowdFault(room: string, files: string[]): string[] {
  const own = files.filter((file) => dirname(file) === room);
  return own.length > ROOM_FILES ? [`${room} has ${own.length} files: more than ${ROOM_FILES} ask for sub-rooms`] : [];
}

function foldersOf(file: string): string[] {
  const parts = dirname(file).split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function isTest(file: string): boolean {
  return /\.test(only)?\.tsx?$/.test(file);
}
