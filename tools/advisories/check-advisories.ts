// Compares both lock files and the copies in vendored.json with the advisories in known.json and fails for what is listed and not
// excused:
// `npm run advisories`, which fails for an old file, too. With `-- --refresh` it first asks OSV anew, which needs the internet.

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DAY_MS } from '#contracts/time-units.ts';
import { affects, type Installed, type Known } from './advisory.ts';
import { refreshAdvisories } from './refresh-advisories.ts';

/** Why an advisory doesn't concern us, and until when we believe it. */
export interface Excuse {
  id: string;
  package: string;
  reason: string;
  /** YYYY-MM-DD, its last day. */
  until: string;
}

const STALE_DAYS = 31;
const EXCUSED_DAYS = 92;

/** The packages of a lock file; nested ones, too. */
export function installedOf(lock: { packages: Record<string, { version?: string; name?: string }> }): Installed[] {
  return Object.entries(lock.packages).flatMap(([path, { version, name }]) => {
    if (path === '' || !version) return [];
    return [{ name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }];
  });
}

/** All that ships or builds. A copy counts as the version that it was taken from. */
export function readInstalled(): Installed[] {
  const locks = ['../../package-lock.json', '../bcoin/package-lock.json'];
  return [...locks.flatMap((name) => installedOf(read(name))), ...read<Installed[]>('../vendored.json')];
}

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = <T>(name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as T;

/** What fails, a line each: advisories that nobody excused, and excuses that ended or that nothing needs. */
export function advisoryFaults(
  installed: Installed[],
  { advisories }: Known,
  excuses: Excuse[],
  today: string,
): string[] {
  const found = advisories.flatMap((advisory) =>
    installed
      .filter(({ name, version }) => affects(advisory, name, version))
      .map(({ name, version }) => ({ advisory, name, version })),
  );
  const [sound, unsound] = [
    excuses.filter((one) => isSound(one, today)),
    excuses.filter((one) => !isSound(one, today)),
  ];
  const excuseFor = (id: string, name: string) => sound.find((excuse) => excuse.id === id && excuse.package === name);
  const open = found.flatMap(({ advisory: { id, summary = '' }, name, version }) => {
    const excuse = excuseFor(id, name);
    if (excuse && excuse.until >= today) return [];
    return [`${name} ${version}: ${id} ${summary}${excuse ? ` (its excuse ended on ${excuse.until})` : ''}`.trim()];
  });
  const wrong = unsound.map(({ id }) => `excused.json: ${id} needs a reason and an end within three months`);
  const needless = sound
    .filter((excuse) => !found.some(({ advisory, name }) => advisory.id === excuse.id && name === excuse.package))
    .map(({ id, package: name }) => `excused.json: ${id} no longer concerns ${name}`);
  return [...new Set([...open, ...wrong, ...needless])];
}

/** An end that is no day or far away would excuse for ever. */
function isSound({ reason, until }: Excuse, today: string): boolean {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(until ?? '') && daysBetween(today, until) <= EXCUSED_DAYS;
  return isDay && reason?.trim().length > 0;
}

const daysBetween = (from: string, to: string) => Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** How much the answer is worth. */
export function ageOf({ refreshed_at, packages, advisories }: Known, installed: Installed[], today: string): string {
  if (refreshed_at === null)
    return `Known: ${advisories.length} advisories entered by hand. Nobody has asked OSV yet: npm run advisories -- --refresh`;
  const days = daysBetween(refreshed_at, today);
  const unasked = unaskedOf(packages, installed);
  const rest = unasked.length > 0 ? ` ${unasked.length} packages came later: ${unasked.slice(0, 5).join(', ')}` : '';
  return `Known: ${advisories.length} advisories about ${packages.length} packages, ${days} days old.${rest}`;
}

/** Whether it must be refreshed: never or long ago, or without a package that is installed now. */
export const isStale = ({ refreshed_at, packages }: Known, installed: Installed[], today: string): boolean =>
  refreshed_at === null || daysBetween(refreshed_at, today) > STALE_DAYS || unaskedOf(packages, installed).length > 0;

function unaskedOf(packages: string[], installed: Installed[]): string[] {
  const names = new Set(installed.map(({ name }) => name));
  return [...names.difference(new Set(packages))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const installed = readInstalled();
  const today = new Date().toISOString().slice(0, 10);
  if (process.argv.includes('--refresh')) await refreshAdvisories(installed, path('./known.json'));
  const known = read<Known>('./known.json');
  const faults = advisoryFaults(installed, known, read<Excuse[]>('./excused.json'), today);
  console.log(ageOf(known, installed, today));
  for (const fault of faults) console.log(fault);
  const stale = isStale(known, installed, today);
  if (stale)
    console.log(
      'These advisories are OLD: what was published since is not found. See CONTRIBUTING.md, Watch advisories',
    );
  // A refresh needs the internet, so that verify only warns.
  if (faults.length > 0 || (stale && process.argv.includes('--fresh'))) process.exitCode = 1;
}
