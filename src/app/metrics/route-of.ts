import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The pattern of the page, the call or the file that answered: never a path, which could be anything. */
export const routeOf = (c: Context): string =>
  c.get('route') ?? matchedRoutes(c).find(({ path }) => !/^\/?\*$/.test(path))?.path ?? 'other';
