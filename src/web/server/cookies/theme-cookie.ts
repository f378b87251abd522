import { readCookie, writeCookie } from './cookies.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const name = 'facevalue_theme';
const year_s = 365 * 24 * 3600;

export function readTheme(header: string | null): Theme {
  const value = readCookie(header, name);
  return themes.find((theme) => theme === value) ?? 'system';
}

export function themeCookie(chosen: string): string {
  return writeCookie(name, themes.find((theme) => theme === chosen) ?? 'system', { max_age: year_s });
}
