import { randomUUID } from 'node:crypto';
import { InvalidCursorError } from '#platform/db/keyset.ts';
import { isConnectionError, isStatementTimeout } from '#platform/db/pg-errors.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from './errors.ts';

export interface ApiReply {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

/** The one place where an error becomes an answer: known refusals whole, anything else logged and answered bare. */
export function mapError(error: unknown, log: Logger, at: { method: string; path: string }): ApiReply {
  const known = knownError(error);
  if (known && known.code !== 'internal') {
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (known.retryAfter !== undefined) headers['retry-after'] = String(known.retryAfter);
    return {
      status: known.status,
      body: { message: known.message, ...(known.errors && { errors: known.errors }) },
      headers,
    };
  }
  const errorId = randomUUID();
  log.error({ err: error, error_id: errorId, ...at }, 'request failed');
  const message = known
    ? known.message
    : `Something went wrong on our side. If you report it, name this id: ${errorId}`;
  return { status: 500, body: { message }, headers: { 'cache-control': 'no-store' } };
}

function knownError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidCursorError) return new AppError('invalid', error.message, { cursor: [error.message] });
  if (isStatementTimeout(error) || isConnectionError(error)) {
    return new AppError('unavailable', 'The shop is busy. Try again in a moment.', undefined, 5);
  }
  return undefined;
}
