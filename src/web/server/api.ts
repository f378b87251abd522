import { data, href, type RouterContextProvider, redirect } from 'react-router';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import { getConfirmation, sendDeviceCode } from '#contracts/identity/factors.ts';
import { message, type Text } from '#i18n/message.ts';
import { ApiError, asksForFactor, type FieldErrors, type Marks } from './api-error.ts';
import { flash } from './cookies/flash.ts';
import { pageContext } from './page-context.ts';
import { preserveForm, type Typed } from './preserve-form.ts';
import { confirmPath, type Decision, loginPath, maintenancePath } from './safe-redirect.ts';

export interface Where {
  context: Readonly<RouterContextProvider>;
  url: URL;
  /** Non-secret form values that the page should restore after a confirmation. */
  preserve?: Typed;
  /** Whether the page asks for a confirmation itself, over the form (forms/ask-factor.ts). */
  sheet?: boolean;
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
  { context, url, preserve, sheet }: Where,
  call: C,
  input?: CallInput<C>,
  own: readonly number[] = [],
): Promise<Outcome<Reply<C>>> {
  try {
    return { ok: true, reply: await context.get(pageContext).api(call, input) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (own.includes(error.status) && !asksToConfirm(error.marks)) return refusalOf(error);
    if (error.marks.reason === 'device_confirmation_required') await mailDeviceCode({ context, url });
    const decision = decisionOf(call, input);
    if (sheet && asksForFactor(error.marks)) return refusalOf(error, decision);
    const elsewhere = redirectFor(error, { context, url, preserve, decision });
    if (elsewhere) throw elsewhere;
    return refusalOf(error);
  }
}

const refusalOf = ({ status, message, errors, marks }: ApiError, decision: Decision | null = null): Outcome<never> => ({
  ok: false,
  refusal: { status, message, errors, marks: { ...decision, ...marks } },
});

/** Mails the code that the next page asks for, unless one is on its way; that page can also send one. */
async function mailDeviceCode(where: Where): Promise<void> {
  const { api } = where.context.get(pageContext);
  const { data: state } = await read(where, getConfirmation);
  if (state.device_code_expires_at !== null) return;
  await api(sendDeviceCode).catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** The decision that a call stands for, so that one touch of a passkey signs it and confirms who it is. */
function decisionOf(call: Call, input: { body?: unknown } | undefined): Decision | null {
  const { proposal_id, decision = call.decides } = (input?.body ?? {}) as Partial<Decision>;
  return proposal_id && decision ? { proposal_id, decision } : null;
}

/** Whether a refused call passes once its user has confirmed who they are or their device, or signed what they decide. */
export const asksToConfirm = (marks: Marks): boolean =>
  asksForFactor(marks) || marks.reason === 'device_confirmation_required';

interface Refused extends Where {
  decision?: Decision | null;
}

function redirectFor(error: ApiError, { context, url, preserve, decision = null }: Refused): Response | undefined {
  if (error.status === 401) return redirect(loginPath(url.pathname + url.search));
  if (error.status === 503) return redirect(maintenancePath(url));
  if (error.status !== 403) return;
  if (asksToConfirm(error.marks)) {
    const init = preserve && {
      headers: { 'set-cookie': preserveForm(url, preserve, context.get(pageContext).secure) },
    };
    return redirect(confirmPath(url, namedIn(error.marks) ?? decision), init);
  }
  const toast = flash({ type: 'warning', title: error.message || message('error.forbidden'), content: '' });
  return redirect(error.marks.reason === 'second_factor_required' ? href('/user/security') : href('/403'), {
    headers: { 'set-cookie': toast },
  });
}

/** The decision that a refusal says has to be signed. */
const namedIn = ({ proposal_id, decision }: Marks): Decision | null =>
  proposal_id && decision ? { proposal_id, decision } : null;
