import {
  type DataRouter,
  type DataStrategyResult,
  data,
  href,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type Navigation,
  redirect,
} from 'react-router';
import { isText, message, type Text } from '#i18n/message.ts';
import { loseConnection, noteResponse, untilConnected } from '#web/live/connection.ts';
import { showToast } from '#web/live/toasts.ts';
import type { Refusal } from '#web/server/api.ts';
import { asksForFactor, type FieldErrors } from '#web/server/api-error.ts';
import { loginPath } from '#web/server/safe-redirect.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * Every response to a page or form passes here: 401 goes to login, 403 to /403; the rest becomes a toast, a form
 * error or the error page. A rejected form stays on its page and keeps its input.
 */
export const answerErrors: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const sent = request.method === 'GET' ? null : request.clone();
  const results = await next();
  // Another navigation or revalidation took over, and the router drops these results: nothing in them is a fault.
  if (request.signal.aborted) return results;
  if (Object.keys(results).length > 0 && !failed(results)) noteResponse();
  const navigation = window.__reactRouterDataRouter?.state.navigation;
  const attempt: Attempt = { request, url, navigation, toast: toastOnce() };
  for (const [route, { type, result }] of Object.entries(results)) {
    if (result instanceof Response) preserveHash(result, navigation);
    else if (sent && type === 'data') showRefusal(bare(result));
    else if (sent) results[route] = await answerForm(bare(result), sent, attempt);
    else if (type === 'error') results[route] = await answerPage(route, result, attempt);
  }
  return results;
};

/** Returns a form's error without leaving its page. */
async function answerForm(error: unknown, sent: Request, attempt: Attempt): Promise<DataStrategyResult> {
  const { status, message, errors } = isCut(error) ? unreachable() : refusalOf(error);
  const elsewhere = redirectFor(status, message, attempt);
  if (elsewhere) return { type: 'error', result: elsewhere };
  // A form that posts to another page's action stays where it is and shows the error as a toast.
  if (leavesPage(attempt)) {
    attempt.toast({ type: 'error', title: message, content: '' });
    return { type: 'error', result: redirect(location.pathname + location.search + location.hash) };
  }
  const values = Object.fromEntries(await sent.formData());
  const answer = { refusal: { status, message, errors }, values, unanswered: true };
  if (!isCut(error)) showRefusal(answer);
  // An error status stops the router from reloading the page data, which would fail too.
  return { type: 'data', result: data(answer, { status }) };
}

const leavesPage = ({ url, navigation }: Attempt) =>
  navigation?.formAction === url.pathname + url.search && url.pathname !== location.pathname;

interface Attempt {
  request: Request;
  url: URL;
  navigation: Navigation | undefined;
  toast: typeof showToast;
}

/** One response may fail several routes of a page: the same message is shown only once. */
function toastOnce(): typeof showToast {
  const shown = new Set<string>();
  return (message) => {
    const text = JSON.stringify(message);
    if (!shown.has(text)) showToast(message);
    shown.add(text);
  };
}

/** A failed read: a mere revalidation keeps the page; otherwise wait for the connection or show the error page. */
async function answerPage(route: string, error: unknown, attempt: Attempt): Promise<DataStrategyResult> {
  const { request, url, navigation, toast } = attempt;
  const before = window.__reactRouterDataRouter?.state.loaderData[route];
  const stays = before !== undefined && url.pathname + url.search === location.pathname + location.search;
  if (isCut(error)) {
    loseConnection();
    if (stays) return { type: 'data', result: before };
    await untilConnected(request.signal);
    return { type: 'error', result: redirect(url.pathname + url.search + (navigation?.location?.hash ?? '')) };
  }
  const { status, message } = refusalOf(error);
  const elsewhere = redirectFor(status, message, attempt);
  if (elsewhere) return { type: 'error', result: elsewhere };
  if (!stays || (status < 500 && status !== 429)) return { type: 'error', result: error };
  toast({ type: 'error', title: message, content: '' });
  return { type: 'data', result: before };
}

const failed = (results: Results) =>
  Object.values(results).some(({ type, result }) => type === 'error' && isCut(bare(result)));

/** The router wraps some responses together with their status. */
function bare(result: unknown): unknown {
  const wrapped = result as { type?: string; data?: unknown } | null | undefined;
  return wrapped?.type === 'DataWithResponseInit' ? wrapped.data : result;
}

function unreachable(): Refusal {
  loseConnection();
  return { status: 503, message: message('connection.unsent'), errors: {} };
}

function redirectFor(status: number, message: Text, { url, toast }: Attempt): Response | undefined {
  if (status === 401) return redirect(loginPath(url.pathname + url.search));
  if (status === 403) {
    toast({ type: 'warning', title: message, content: '' });
    return redirect(href('/403'));
  }
}

/** 422 and 429 are shown in the form, and a sheet asks for a factor; any other error is a toast. */
function showRefusal(answer: unknown): void {
  const refusal = (answer as { refusal?: Refusal } | null | undefined)?.refusal;
  if (!refusal || refusal.status === 422 || refusal.status === 429 || asksForFactor(refusal.marks ?? {})) return;
  refusal.toasted = true;
  showToast({ type: 'error', title: refusal.message, content: '' });
}

function refusalOf(error: unknown): Refusal {
  if (!isRouteErrorResponse(error)) return { status: 500, message: message('error.title'), errors: {} };
  const { status, statusText, data: body } = error;
  const fallback = status === 403 ? message('error.forbidden') : statusText;
  const text = textIn(body) || fallback || message('error.title');
  return { status, message: text, errors: (body?.errors as FieldErrors | undefined) ?? {} };
}

/** The message of a response; a line of plain text, as sent by a reverse proxy, counts too. */
function textIn(body: unknown): Text {
  if (typeof body === 'string') return /^[^<>{}]{1,300}$/.test(body) ? body.trim() : '';
  const { message: text } = (body ?? {}) as { message?: unknown };
  return isText(text) ? text : '';
}

/**
 * The connection failed before or during the response, or a proxy reports that the shop is down. The shop's own 503 is
 * a redirect to /maintenance; a proxy's would meet that page too, and leaving a form for it would lose what was typed.
 */
function isCut(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return [502, 503, 504].includes(error.status);
  const broken = error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to decode'));
  return broken && error.message !== 'Unexpected Server Error';
}

/** The server never sees the part after #, so a detour through login would lose it. */
function preserveHash(answer: Response, navigation: Navigation | undefined): void {
  const to = answer.headers.get('location');
  // Without a navigation, the open page was being revalidated.
  const { pathname, hash } = navigation?.location ?? location;
  if (!hash || !to?.startsWith(href('/login'))) return;
  const next = new URL(to, location.origin).searchParams.get('next') ?? pathname;
  answer.headers.set('location', loginPath(next + hash));
}

declare global {
  interface Window {
    /** The router in the browser, whose middleware is told nothing about the current page. */
    __reactRouterDataRouter?: DataRouter;
    /** The routes of the first page, by id. */
    __reactRouterRouteModules?: Record<string, unknown>;
  }
}
