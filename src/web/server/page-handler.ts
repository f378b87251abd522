import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router';
import { cacheMissingPage } from './cache-missing-page.ts';
import { createPageContext, type PageRequest } from './create-page-context.ts';
import { firstPartOf, groupByFirstPart } from './first-part.ts';

export type PageHandler = (request: Request, page: PageRequest) => Promise<Response>;

/** Handles page requests from a build, or from a function that supplies a fresh build for each request. */
export function createPageHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): PageHandler {
  const handle = typeof build === 'function' ? createRequestHandler(build, mode) : handleByFirstPart(build, mode);
  const render: PageHandler = (request, page) => handle(request, createPageContext(page));
  return mode === 'production' ? cacheMissingPage(render) : render;
}

/**
 * One handler for the routes of each first part of a path: the router tries the patterns of all routes that it has, one
 * after the other and twice a page. What no first part fits goes to a handler that has all routes.
 */
function handleByFirstPart(build: ServerBuild, mode: string): RequestHandler {
  const groups = groupByFirstPart(Object.values(build.routes), (route) => route?.path);
  const whole = createRequestHandler(build, mode);
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (part: string | null): RequestHandler => {
    const routes = part !== null && groups.get(part);
    if (!routes) return whole;
    const known = handlers.get(part);
    if (known) return known;
    const made = createRequestHandler(
      { ...build, routes: Object.fromEntries(routes.map((each) => [each!.id, each])) },
      mode,
    );
    handlers.set(part, made);
    return made;
  };
  return (request, context) => handlerOf(firstPartOf(new URL(request.url).pathname))(request, context);
}
