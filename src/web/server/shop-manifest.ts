import { createHash } from 'node:crypto';
import { isOffice, screens } from '#web/routes.ts';

const office = new Set(screens.filter(isOffice).map(({ page }) => page));

/** In the file's name, because the router's own covers the files of its routes, and not which of them are left out. */
const version = createHash('sha256')
  .update([...office].join())
  .digest('hex')
  .slice(0, 8);

/** The file beside the router's manifest that knows no screen of the office (see tools/compact-manifest.ts). */
export const shopManifest = (manifest: string): string =>
  manifest.replace(/manifest-(?=[^/]*$)/, `shop-${version}-manifest-`);

/** Whether a page needs the whole manifest: it is of the office, or its address is unknown and may lie there. */
export const isBeyondShop = (page: string): boolean => office.has(page) || page === 'system/not-found';
