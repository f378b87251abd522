import type { Db } from '#platform/db/client.ts';
import { foldName } from './fold-name.ts';
import { isCloseName } from './is-close-name.ts';

export interface Screening {
  embargoed: boolean;
  /** Names that stand on the list, whatever the order and spelling of their words. */
  listed: string[];
  /** Names that resemble one of the list: for a person to decide. */
  close: string[];
}

/** Compares a country and names with the operator's list. */
export async function screenNames(
  sql: Db,
  { country, names }: { country: string; names: readonly string[] },
): Promise<Screening> {
  const folded = names.map((name) => ({ name, key: foldName(name) }));
  const [[{ embargoed }], rows] = await Promise.all([
    sql<[{ embargoed: boolean }]>`
      select exists (select from embargoed_countries where country = ${country}) as embargoed`,
    sql<{ name: string }[]>`select name from sanctioned_names`,
  ]);
  const list = new Set(rows.map(({ name }) => name));
  const listed = folded.filter(({ key }) => list.has(key)).map(({ name }) => name);
  const close = folded
    .filter(({ name, key }) => !listed.includes(name) && [...list].some((each) => isCloseName(key, each)))
    .map(({ name }) => name);
  return { embargoed, listed, close };
}
