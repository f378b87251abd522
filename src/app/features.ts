import { features, folderOf } from '#contracts/areas.ts';
import type { Call } from '#contracts/call.ts';
import { calls, demoCalls } from '#contracts/index.ts';
import type { VaultCtx, Visitor } from '#features/ctx.ts';
import type { Brought, Feature, MailTemplate, Sweep, Tables } from '#features/feature.ts';
import type { Route } from '#platform/http/serve.ts';
import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { platformTables } from './platform-tables.ts';

const listed = await Promise.all(
  features.map(async (each) => {
    const file = `../features/${folderOf(each)}/feature.ts`;
    const { feature }: { feature: Feature } = await import(file);
    return { area: each.area, name: each.feature, feature };
  }),
);

/** What every feature brings, lowest first. */
export const featuresOf = (demo: boolean): Feature[] =>
  listed.filter(({ area }) => demo || area !== 'demo').map(({ feature }) => feature);

/** The tables of a feature. */
export const featureTables = (name: string): Tables => listed.find((each) => each.name === name)?.feature.tables ?? {};

/** What the vault seals, with the values of other features under its keys. */
export function sealedPlacesOf(demo: boolean): SealedPlace[] {
  const served = featuresOf(demo);
  const elsewhere = served.flatMap(({ sealedValues = [] }) => sealedValues);
  return served
    .flatMap(({ sealedPlaces = [] }) => sealedPlaces)
    .map((place) => ({
      ...place,
      values: [...place.values, ...elsewhere.filter(({ keyed_by }) => keyed_by === place.table)],
    }));
}

/** What all features brought together. */
export function broughtBy(brought: readonly Feature[]): Brought {
  const all = <Key extends Exclude<keyof Brought, 'tables'>>(key: Key) =>
    brought.flatMap((feature) => [...(feature[key] ?? [])]);
  const tables = [platformTables, ...brought.map((feature) => feature.tables ?? {})].flatMap((some) =>
    Object.entries(some),
  );
  return {
    alertKinds: all('alertKinds'),
    proposalKinds: all('proposalKinds'),
    recordKinds: all('recordKinds'),
    userRecords: all('userRecords'),
    userFinders: all('userFinders'),
    redactions: all('redactions'),
    textSources: all('textSources'),
    attention: all('attention').sort((one, other) => one.rank - other.rank),
    accountData: all('accountData'),
    retention: all('retention'),
    tables: Object.fromEntries(tables.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    books: all('books'),
    evidence: all('evidence'),
  };
}

/** Every route that is served. */
export function routesOf(demo: boolean): Route<VaultCtx, Visitor>[] {
  const served = featuresOf(demo);
  const brought = broughtBy(served);
  const routes = served.flatMap(({ routes = [] }) => (typeof routes === 'function' ? routes(brought) : routes));
  return routes as Route<VaultCtx, Visitor>[];
}

/** Every mail template by the name it is queued under. */
export function mailsOf(demo: boolean): Record<string, MailTemplate> {
  const served = featuresOf(demo);
  const brought = broughtBy(served);
  return Object.fromEntries(
    served.flatMap(({ mails = {} }) => Object.entries(typeof mails === 'function' ? mails(brought) : mails)),
  );
}

/** What is looked at every hour: rows that are no longer needed, and stock. */
export function sweepsOf(features: readonly Feature[]): Sweep[] {
  const brought = broughtBy(features);
  return features.flatMap(({ sweeps = [] }) => (typeof sweeps === 'function' ? sweeps(brought) : sweeps));
}

/** Every call that is published, by its name. */
export const callsOf = (demo: boolean): Record<string, Call> => (demo ? { ...calls, ...demoCalls } : calls);
