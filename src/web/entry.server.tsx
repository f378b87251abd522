import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { nonceContext, reportContext } from '#web/context.ts';

/** Unclosed loader promises are rejected after this long; the pages hold none. */
export const streamTimeout = 5_000;

/**
 * Renders a page in one go: every loader is awaited, so streaming would only cost (renderToString gave 1.66 times
 * renderToPipeableStream). The data for hydration is therefore written here instead of by the router's stream.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const nonce = context.get(nonceContext);
  const { serverHandoffStream, ...page } = routerContext;
  const html = renderToString(<ServerRouter context={page} url={request.url} nonce={nonce} />);
  const scripts = page.renderMeta?.didRenderScripts ? await handoff(serverHandoffStream, nonce) : '';
  const end = html.lastIndexOf('</body>');
  return new Response(`<!DOCTYPE html>${html.slice(0, end)}${scripts}${html.slice(end)}`, { status, headers });
}

/** An error that no page expected goes to the log, as every other does; the router would print it beside the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportContext)(error);
};

async function handoff(stream: EntryContext['serverHandoffStream'], nonce: string): Promise<string> {
  const text = stream ? JSON.stringify(await new Response(stream).text()).replace(/[<>&\u2028\u2029]/g, escaped) : '""';
  const controller = 'window.__reactRouterContext.streamController';
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`;
}

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
