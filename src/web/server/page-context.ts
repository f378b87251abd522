import { RouterContextProvider } from 'react-router';
import type { Call, CallInput } from '#contracts/call.ts';
import { ApiError, type FieldErrors, type Marks } from './api-error.ts';
import {
  type ApiCall,
  apiContext,
  demoContext,
  type LiveApp,
  liveContext,
  localeContext,
  messageFilesContext,
  nonceContext,
  publicUrlContext,
  readyContext,
  reportContext,
  type SessionUser,
  secureContext,
  sessionContext,
  troubleContext,
} from './context.ts';

export interface PageRequest {
  /** The API as a function call through the server's own pipeline. */
  apiClient: (call: Call, input?: CallInput<Call>) => Promise<{ status: number; body: unknown }>;
  user: SessionUser | null;
  live: LiveApp | null;
  nonce: string;
  locale: string;
  message_files: Record<string, string>;
  demo: boolean;
  secure: boolean;
  public_url: string;
  ready: () => Promise<boolean>;
  report: (error: unknown) => void;
  /** Why it can't be said who asks; the page then goes by `user: null`. */
  trouble: { status: number; message: string } | null;
}

/** What the server hands to the loaders of one page request. */
export function createPageContext(page: PageRequest): RouterContextProvider {
  const { apiClient, user, live, nonce, locale, message_files, demo, secure, public_url, report, trouble } = page;
  const context = new RouterContextProvider();
  const api = async (call: Call, input?: CallInput<Call>) => {
    const { status, body } = await apiClient(call, input);
    if (status < 400) return body;
    const { message, errors, ...marks } = body as { message: string; errors?: FieldErrors } & Marks;
    throw new ApiError(status, message, errors, marks);
  };
  context.set(apiContext, api as ApiCall);
  context.set(sessionContext, user);
  context.set(liveContext, live);
  context.set(nonceContext, nonce);
  context.set(localeContext, locale);
  context.set(messageFilesContext, message_files);
  context.set(demoContext, demo);
  context.set(secureContext, secure);
  context.set(publicUrlContext, public_url);
  context.set(reportContext, report);
  context.set(readyContext, page.ready);
  context.set(troubleContext, trouble);
  return context;
}
