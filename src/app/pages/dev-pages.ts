import type { RequestListener, Server } from 'node:http';
import type { PageHandler } from '#web/server/page-handler.ts';
import type { Pages } from './pages.ts';

export interface DevPages {
  pages: Pages;
  /** Puts the development server in front of the shop: it serves sources, the shop everything else. */
  before(shop: RequestListener): RequestListener;
  close(): Promise<void>;
}

/** Pages built on the fly by Vite, with hot reload through the shop's own port. */
export async function startDevPages(server: Server): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build');
  const handle: PageHandler = async (request, page) => {
    // Loaded from Vite's module graph like the pages: the page context and ApiError are compared by identity.
    const { createPageHandler } = await vite.ssrLoadModule('/src/web/server/page-handler.ts');
    return createPageHandler(build, 'development')(request, page);
  };
  return {
    pages: { handle, assets: null, assetsBefore: null, messageFiles: {} },
    before: (shop) => (request, response) => vite.middlewares(request, response, () => shop(request, response)),
    close: () => vite.close(),
  };
}
