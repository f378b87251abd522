import { RouterContextProvider } from 'react-router';
import type { Call, CallInput } from '#contracts/call.ts';
import { ApiError, type FieldErrors, type Marks } from './api-error.ts';
import { type ApiCall, type PageContext, pageContext } from './page-context.ts';

export type PageRequest = Omit<PageContext, 'api'> & {
  /** The API as a function call through the server's own pipeline. */
  apiClient: (call: Call, input?: CallInput<Call>) => Promise<{ status: number; body: unknown }>;
};

/** What the server passes to the loaders of a page request: API errors are thrown. */
export function createPageContext({ apiClient, ...page }: PageRequest): RouterContextProvider {
  const api = async (call: Call, input?: CallInput<Call>) => {
    const { status, body } = await apiClient(call, input);
    if (status < 400) return body;
    const { message, errors, ...marks } = body as { message: string; errors?: FieldErrors } & Marks;
    throw new ApiError(status, message, errors, marks);
  };
  const context = new RouterContextProvider();
  context.set(pageContext, { ...page, api: api as ApiCall });
  return context;
}
