import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';
import { endShop, launchShop, postgresPid, type ShopProcess, signalIfAlive } from '../shop-process.ts';
import { childrenOf, nodePid } from './processes.ts';

export const kinds = ['shop', 'postmaster', 'backend', 'auxiliary', 'both', 'all', 'start'] as const;
export type Kind = (typeof kinds)[number];

/** The latest moment of a start at which it is killed; it takes about twice as long. */
const START_MS = 2_500;

/** Every kind once in each round of seven, in random order. */
export function planKills(count: number, random: Random): Kind[] {
  const plan: Kind[] = [];
  while (plan.length < count) {
    const round = [...kinds];
    while (round.length > 0) plan.push(...round.splice(random(round.length), 1));
  }
  return plan.slice(0, count);
}

export const killsShop = (kind: Kind): boolean => !['postmaster', 'backend', 'auxiliary'].includes(kind);

interface Target {
  shop: ShopProcess;
  dir: string;
}

/** Kills by SIGKILL what the kind names, and returns when (ms) it did, once the shop has ended if it was among them. */
export async function strike(kind: Kind, { shop, dir }: Target, random: Random): Promise<number> {
  const victims = await choose(kind, dir, random);
  const at = performance.now();
  if (killsShop(kind)) shop.child.kill('SIGKILL');
  for (const pid of victims) signalIfAlive(pid, 'SIGKILL');
  if (killsShop(kind)) await endShop(shop, 'SIGKILL');
  return kind === 'start' ? killDuringStart(dir, random) : at;
}

async function choose(kind: Kind, dir: string, random: Random): Promise<number[]> {
  if (kind === 'shop' || kind === 'start') return [];
  const postmaster = await postgresPid(dir);
  if (kind === 'postmaster' || kind === 'both') return [postmaster];
  const children = await childrenOf(postmaster);
  if (kind === 'all') return [postmaster, ...children.map(({ pid }) => pid), (await nodePid(dir)) ?? []].flat();
  const titles = kind === 'backend' ? /^postgres: facevalue_app facevalue / : /^postgres: (checkpointer|walwriter)/;
  const some = children.filter(({ command }) => titles.test(command));
  if (some.length === 0) throw new Error(`PostgreSQL has no ${kind} process`);
  return [some[random(some.length)]!.pid];
}

async function killDuringStart(dir: string, random: Random): Promise<number> {
  const { child, ready } = launchShop(dir);
  const ended = ready.then(
    () => undefined,
    (error: Error) => error,
  );
  await delay(random(START_MS));
  const endedByItself = child.exitCode !== null;
  const at = performance.now();
  child.kill('SIGKILL');
  const error = await ended;
  if (endedByItself) throw error ?? new Error('the shop ended during its start');
  return at;
}

/** Names the run of the database: it changes when PostgreSQL starts, or restarts after a crash of one of its processes. */
export async function databaseRun(dir: string): Promise<string | undefined> {
  const postmaster = await postgresPid(dir).catch(() => undefined);
  if (!postmaster) return;
  const children = await childrenOf(postmaster);
  const pid = children.find(({ command }) => command.startsWith('postgres: checkpointer'))?.pid;
  return pid ? `${postmaster} ${pid}` : undefined;
}
