import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const NAME = 'facevalue_theme';
const YEAR_S = 365 * DAY_S;

export function readTheme(header: string | null): Theme {
  const value = readCookie(header, NAME);
  return themes.find((theme) => theme === value) ?? 'system';
}

export function themeCookie(chosen: string): string {
  return writeCookie(NAME, themes.find((theme) => theme === chosen) ?? 'system', { max_age: YEAR_S });
}
