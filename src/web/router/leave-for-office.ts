import type { MiddlewareFunction } from 'react-router';

/**
 * Opens a page of the office in full where the browser knows the shop's screens alone (see tools/compact-manifest.ts): after
 * staff signed in, or became staff on an open page.
 */
export const leaveForOffice: MiddlewareFunction = ({ url }, next) => {
  const [, area] = url.pathname.split('/');
  if (!window.__reactRouterManifest?.routes[`office-${area}`]) return next();
  const hash = window.__reactRouterDataRouter?.state.navigation.location?.hash ?? '';
  window.location.assign(url.pathname + url.search + hash);
  return new Promise(() => {});
};
