import type { MiddlewareFunction } from 'react-router';
import { loseConnection, tryConnection, untilConnected } from '#web/live/connection.ts';

/**
 * Opens a page of the office in full where the browser knows the shop's screens alone (see tools/compact-manifest.ts): after
 * staff signed in, or became staff on an open page.
 */
export const leaveForOffice: MiddlewareFunction = async ({ url, request }, next) => {
  const router = window.__reactRouterDataRouter;
  const area = url.pathname.split('/', 2)[1]?.toLowerCase();
  // A page that has just been loaded is where it should be, whatever it shows.
  if (!router?.state.initialized || !window.__reactRouterManifest?.routes[`office-${area}`]) return next();
  // As it was asked for: the router has written the search of `url` anew.
  const target = addressOf(router.state.navigation.location ?? url);
  if (!(await tryConnection())) {
    request.signal.throwIfAborted();
    loseConnection();
    await untilConnected(request.signal);
  }
  // Going elsewhere meanwhile calls it off, also once the browser is loading it.
  request.signal.throwIfAborted();
  request.signal.addEventListener('abort', () => window.stop());
  // Going back, the address is there already, and with a hash it would not be loaded.
  if (target === addressOf(window.location)) window.location.reload();
  else window.location.assign(target);
  return new Promise(() => {});
};

const addressOf = ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>) => pathname + search + hash;
