import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { line } from '../content/editor-calls.ts';
import { dataOf } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { contrast, mix } from './contrast.ts';

const colour = onSurface(
  'shaped',
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, messageKey('branding.colour_wrong')),
);

/** One line, or none. */
const note = () =>
  onSurface(
    'text',
    z
      .string()
      .trim()
      .max(200, messageKey('invalid.maximum_characters'))
      .refine((text) => !/\p{Cc}/u.test(text), messageKey('invalid.one_line')),
  );

const branding = z.strictObject({
  name: line(60, 'branding.name_missing', 'name'),
  /** For links and buttons, on light and on dark pages. */
  accent_light: colour,
  accent_dark: colour,
  footer: note(),
  /** The first line of every mail. */
  mail_header: note(),
});
export type Branding = z.infer<typeof branding>;

const logo = z.object({
  /** Names what it shows, so browsers may keep its files for good. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int(),
  height: z.int(),
  /** What it needs behind it on pages of the other kind: a dark logo is invisible on a dark page. */
  plate: z.enum(['light', 'dark']).nullable(),
});
export type Logo = z.infer<typeof logo>;

const shown = branding.extend({ logo: logo.nullable() });
/** The branding as it is read. */
export type ShopBranding = z.infer<typeof shown>;

export const defaultBranding: Branding = {
  name: 'Facevalue',
  accent_light: '#0b5d4b',
  accent_dark: '#74d1b2',
  footer: '',
  mail_header: '',
};

export const unbranded: ShopBranding = { ...defaultBranding, logo: null };

export const getBranding = call({
  method: 'GET',
  path: '/api/admin/branding',
  summary: "The shop's name, logo, colours and lines of text",
  guards: ['auth', 'admin', 'role:publisher,auditor'],
  reply: dataOf(shown),
});

export const saveBranding = call({
  method: 'PUT',
  path: '/api/admin/branding',
  summary: "Change the shop's name, colours and lines of text; a colour that can't be read is refused",
  guards: ['auth', 'admin', 'role:publisher'],
  body: branding,
});

export const LOGO_LIMIT_BYTES = 1024 * 1024;

export const saveLogo = call({
  method: 'PUT',
  path: '/api/admin/branding/logo',
  summary: 'Set the logo: a PNG of 64 to 4096 pixels. Its pixels are drawn anew; nothing else of the file is kept',
  guards: ['auth', 'admin', 'role:publisher'],
  upload: 'image/png',
  bodyLimitBytes: LOGO_LIMIT_BYTES,
  perMinute: 30,
  reply: dataOf(logo),
});

export const removeLogo = call({
  method: 'DELETE',
  path: '/api/admin/branding/logo',
  summary: 'Remove the logo',
  guards: ['auth', 'admin', 'role:publisher'],
});

/** The colours of tokens.css that an accent stands on. */
export const pageColours = {
  light: { paper: '#f6f5f0', surface: '#fffefb', away: '#000000', soft: 0.1 },
  dark: { paper: '#0e1412', surface: '#161e1b', away: '#ffffff', soft: 0.18 },
} as const;
export type Mode = keyof typeof pageColours;

const inks = ['#ffffff', '#05221a'] as const;
const READABLE = 4.5;

/** An accent with the colours made from it: for hovering, for text on it, and for what is chosen. */
export function accentShades(accent: string, mode: Mode) {
  const { paper, surface, away, soft } = pageColours[mode];
  const [white, dark] = inks;
  return {
    accent,
    paper,
    surface,
    hover: mix(accent, away, 0.2),
    soft: mix(surface, accent, soft),
    ink: contrast(accent, white) >= contrast(accent, dark) ? white : dark,
  };
}

/** The lowest contrast that text in this accent has anywhere on a page. */
export function accentContrast(accent: string, mode: Mode): number {
  const { paper, surface, soft, ink } = accentShades(accent, mode);
  return Math.min(...[paper, surface, soft, ink].map((other) => contrast(accent, other)));
}

export const isReadable = (accent: string, mode: Mode) => accentContrast(accent, mode) >= READABLE;

/** The colour itself if it can be read, else the first on the way to black or white that can. */
export function nearestReadable(accent: string, mode: Mode): string {
  for (let share = 0; share < 1; share += 0.02) {
    const nearer = mix(accent, pageColours[mode].away, share);
    if (isReadable(nearer, mode)) return nearer;
  }
  return pageColours[mode].away;
}
