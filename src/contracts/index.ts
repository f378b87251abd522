import { existsSync } from 'node:fs';
import { features } from './areas.ts';
import type { Call } from './call.ts';

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'guards' in value;

/** An exported call by its name; those of an editor are named after it, as in `newsEditor.changeText`. */
function callsIn([name, value]: [string, unknown]): [string, Call][] {
  if (isCall(value)) return [[name, value]];
  if (!name.endsWith('Editor')) return [];
  return Object.entries(value as Record<string, Call>).map(([verb, each]) => [`${name}.${verb}`, each]);
}

const callsOf = (...modules: object[]): Record<string, Call> =>
  Object.fromEntries(modules.flatMap((module) => Object.entries(module)).flatMap(callsIn));

/** The contracts of these features, of those that have one. */
const contractsOf = (named: typeof features): Promise<object[]> =>
  Promise.all(
    named
      .map(({ area, feature }) => `./${area}/${feature}.ts`)
      .filter((file) => existsSync(new URL(file, import.meta.url)))
      .map((file): Promise<object> => import(file)),
  );

/** Every call of the API by its name. */
export const calls = callsOf(...(await contractsOf(features.filter(({ area }) => area !== 'demo'))));

/** Calls that exist in demo mode only. */
export const demoCalls = callsOf(...(await contractsOf(features.filter(({ area }) => area === 'demo'))));
