import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { isText, type Text } from '#i18n/message.ts';
import { showToast } from '#web/live/toasts.ts';
import { ErrorView } from './error-view.tsx';

/**
 * The error page for anything a page throws: its status, else 500. A 404 message from the server is also a toast. `framed`
 * where a menu with the shop's logo is above it.
 */
export function RouteError({ framed = false }: { framed?: boolean }) {
  const error = useRouteError();
  const known = isRouteErrorResponse(error) ? error : undefined;
  const message = known && messageOf(known.data?.message ?? known.statusText);
  const missing = known?.status === 404 ? message : undefined;
  useEffect(() => {
    if (missing) showToast({ type: 'error', title: missing, content: '' });
  }, [missing]);
  return <ErrorView status={known?.status ?? 500} message={message} framed={framed} />;
}

/** The generic "missing" message adds nothing to the 404 page. */
function messageOf(value: unknown): Text | undefined {
  if (!isText(value) || !value) return undefined;
  return typeof value !== 'string' && value.key === 'error.missing' ? undefined : value;
}
