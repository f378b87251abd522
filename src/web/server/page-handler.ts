import { createRequestHandler, type ServerBuild } from 'react-router';
import { cacheMissingPage } from './cache-missing-page.ts';
import { createPageContext, type PageRequest } from './create-page-context.ts';

export type PageHandler = (request: Request, page: PageRequest) => Promise<Response>;

/** Handles page requests from a build, or from a function that supplies a fresh build for each request. */
export function createPageHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'production' | 'development',
): PageHandler {
  const handle = createRequestHandler(build, mode);
  const render: PageHandler = (request, page) => handle(request, createPageContext(page));
  return mode === 'production' ? cacheMissingPage(render) : render;
}
