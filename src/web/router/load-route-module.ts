import { loadArea } from '#web/i18n/load-messages.ts';
import { areaOfRoute } from '#web/i18n/message-area.ts';
import { loseConnection, tryConnection, untilConnected } from '#web/live/connection.ts';
import { screens } from '#web/routes.ts';
import { noteFullLoad } from './full-load.ts';

interface Route {
  id: string;
  module: string;
}

/**
 * Loads the code of a page, in place of the router's own way to do it (see tools/lean-router.ts). A file that is gone,
 * because a newer build is being served, costs one full load of the page that was asked for; a lost connection costs none.
 */
export async function loadRouteModule(route: Route, loaded: Record<string, unknown>): Promise<unknown> {
  if (route.id in loaded) return loaded[route.id];
  // A form must be able to fail by itself where no connection is left to load anything.
  if (screens.some(({ page, layout }) => page === route.id && layout === 'none')) return {};
  try {
    const [module] = await Promise.all([import(/* @vite-ignore */ route.module), loadArea(areaOfRoute(route.id))]);
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
