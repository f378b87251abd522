import { loadArea } from '#web/i18n/load-messages.ts';
import { areasOfRoute } from '#web/i18n/message-area.ts';
import { loseConnection, tryConnection, untilConnected } from '#web/live/connection.ts';
import { screens } from '#web/routes.ts';
import { noteFullLoad } from './full-load.ts';

interface Route {
  id: string;
  module: string;
}

/**
 * Loads a page's code, replacing the router's own loading (see tools/lean-router.ts). If a file is gone because a
 * newer build is live, the requested page is fully loaded once; a lost connection causes no reload.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  // An area of the office, seen from the shop: leave-for-office.ts opens its pages.
  if (!route.module) return {};
  // A form must be able to fail on its own when there is no connection to load anything.
  if (screens.some(({ page, layout }) => page === route.id && layout === 'none')) return {};
  try {
    const [module] = await Promise.all([
      import(/* @vite-ignore */ route.module),
      ...areasOfRoute(route.id).map(loadArea),
    ]);
    loaded[route.id] = module;
    return loaded[route.id];
  } catch {
    if (!(await tryConnection())) {
      loseConnection();
      await untilConnected();
    }
    const target = window.__reactRouterDataRouter?.state.navigation.location ?? window.location;
    noteFullLoad(target.pathname);
    window.location.assign(target.pathname + target.search + target.hash);
    return new Promise(() => {});
  }
}
