import type { Screen } from '../../src/web/screen.ts';

const routes = Object.values(window.__reactRouterManifest?.routes ?? {}).filter((route) => route !== undefined);
const layoutOf = (id = '') => (id.startsWith('layout-') ? id.slice('layout-'.length) : undefined);
const isOfficeArea = (id: string) => id.startsWith('office-');

/**
 * The screens as a browser knows them: the router's manifest lists them, with one for a whole area of the office where only
 * the shop's are known. The server alone enforces guards.
 */
export const screens: readonly Pick<Screen, 'path' | 'page' | 'layout'>[] = routes
  .filter(({ id }) => id !== 'root' && !layoutOf(id))
  .map(({ id, path = '', parentId }) => ({
    path: path === '*' ? path : `/${path}`,
    page: id,
    layout: (isOfficeArea(id) ? 'admin' : (layoutOf(parentId) ?? 'none')) as Screen['layout'],
  }))
  // What matches every path is asked last.
  .sort((a, b) => Number(a.path === '*') - Number(b.path === '*'));
