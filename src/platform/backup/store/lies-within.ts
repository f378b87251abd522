import { isAbsolute, relative } from 'node:path';

/** Whether a path lies in a folder, or is that folder. Both are absolute. */
export function liesWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}
