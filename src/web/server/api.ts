import { data, href, type RouterContextProvider, redirect } from 'react-router';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import { message, type Text } from '#i18n/message.ts';
import { ApiError, type FieldErrors, type Marks } from './api-error.ts';
import { flash } from './cookies/flash.ts';
import { pageContext } from './page-context.ts';
import { preserveForm, type Typed } from './preserve-form.ts';
import { confirmPath, loginPath, maintenancePath } from './safe-redirect.ts';

export interface Where {
  context: Readonly<RouterContextProvider>;
  url: URL;
  /** Non-secret form values that the page should restore after a confirmation. */
  preserve?: Typed;
}

export interface Refusal {
  status: number;
  message: Text;
  errors: FieldErrors;
  marks?: Marks;
  /** Already shown as a toast, so the form does not repeat it. */
  toasted?: boolean;
}

export type Outcome<T> = { ok: true; reply: T } | { ok: false; refusal: Refusal };

/** Calls the API from a loader: 401, 403 and 503 redirect; any other error shows the error page. */
export async function read<C extends Call>({ context, url }: Where, call: C, input?: CallInput<C>): Promise<Reply<C>> {
  try {
    return await context.get(pageContext).api(call, input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw redirectFor(error, { context, url }) ?? data({ message: error.message }, { status: error.status });
  }
}

/**
 * Calls the API where the page shows errors itself; a lost session and similar redirect, except `own` statuses
 * other than a due confirmation.
 */
export async function attempt<C extends Call>(
  { context, url, preserve }: Where,
  call: C,
  input?: CallInput<C>,
  own: readonly number[] = [],
): Promise<Outcome<Reply<C>>> {
  try {
    return { ok: true, reply: await context.get(pageContext).api(call, input) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const shownHere = own.includes(error.status) && error.marks.reason !== 'step_up_required';
    const elsewhere = shownHere ? undefined : redirectFor(error, { context, url, preserve });
    if (elsewhere) throw elsewhere;
    const { status, message, errors, marks } = error;
    return { ok: false, refusal: { status, message, errors, marks } };
  }
}

function redirectFor(error: ApiError, { context, url, preserve }: Where): Response | undefined {
  if (error.status === 401) return redirect(loginPath(url.pathname + url.search));
  if (error.status === 503) return redirect(maintenancePath(url));
  if (error.status !== 403) return;
  if (error.marks.reason === 'step_up_required') {
    const init = preserve && {
      headers: { 'set-cookie': preserveForm(url, preserve, context.get(pageContext).secure) },
    };
    return redirect(confirmPath(url), init);
  }
  const toast = flash({ type: 'warning', title: error.message || message('error.forbidden'), content: '' });
  return redirect(error.marks.reason === 'second_factor_required' ? href('/user/security') : href('/403'), {
    headers: { 'set-cookie': toast },
  });
}
