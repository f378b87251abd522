import type { Hono } from 'hono';
import { accentShades, type Mode } from '#contracts/messages/branding.ts';

/** The style sheet of an operator's own accents. Its address names the colours, so browsers may keep it for good. */
export function mountAccentStyle(app: Hono): void {
  app.get('/accent/:name{[0-9a-f]{6}-[0-9a-f]{6}\\.css}', (c) => {
    const [, light = '', dark = ''] = /^(\w+)-(\w+)/.exec(c.req.param('name')) ?? [];
    const shades = (colour: string, mode: Mode) => accentShades(`#${colour}`, mode);
    const [by_day, by_night] = [shades(light, 'light'), shades(dark, 'dark')];
    const rules = (['accent', 'hover', 'ink', 'soft'] as const).map(
      (name) => `  --accent${name === 'accent' ? '' : `-${name}`}: light-dark(${by_day[name]}, ${by_night[name]});`,
    );
    return c.body(`:root {\n${rules.join('\n')}\n}\n`, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
}

/** The address of the style sheet for two accents. */
export const accentStylePath = (light: string, dark: string) => `/accent/${light.slice(1)}-${dark.slice(1)}.css`;
