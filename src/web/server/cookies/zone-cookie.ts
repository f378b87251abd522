import { readCookie } from './cookies.ts';

export const ZONE_COOKIE = 'facevalue_zone';

/**
 * The browser's time zone, which a script of every page writes (entry.server.tsx); undefined if there is no such zone. In one
 * spelling, since the formatters of every zone are kept in memory.
 */
export function readZone(header: string | null): string | undefined {
  const zone = readCookie(header, ZONE_COOKIE);
  try {
    if (!zone || !/^[A-Za-z][\w+/-]{1,63}$/.test(zone)) return undefined;
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
