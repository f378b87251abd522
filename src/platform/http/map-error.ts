import { randomUUID } from 'node:crypto';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { InvalidCursorError } from '#platform/db/keyset.ts';
import {
  isAnswerLost,
  isConnectionError,
  isDiskFull,
  isLockTimeout,
  isStatementTimeout,
} from '#platform/db/pg-errors.ts';
import type { Logger } from '#platform/log.ts';
import { ForgedRowError } from '#platform/vault/row-seal.ts';
import { AppError, type FieldErrors, invalidField } from './errors.ts';

export interface ApiReply {
  status: number;
  body: unknown;
  headers: Record<string, string>;
}

interface At {
  method: string;
  path: string;
  /** Whether the call may have changed something before it failed. */
  changes?: boolean;
  /** The caller's language. */
  locale: string;
}

/** The one place where errors become replies: refusals in full; anything else is logged and gets only an error id. */
export function mapError(error: unknown, log: Logger, { method, path, changes = false, locale }: At): ApiReply {
  const known = knownError(error, changes);
  if (error instanceof ForgedRowError) log.error({ err: error, method, path }, 'a row was written past the shop');
  if (known && known.code !== 'internal') {
    const headers: Record<string, string> = { 'cache-control': 'no-store' };
    if (known.retryAfter !== undefined) headers['retry-after'] = String(known.retryAfter);
    return {
      status: known.status,
      body: {
        message: translate(locale, known.text),
        ...(known.errors && { errors: translated(known.errors, locale) }),
        ...known.marks,
      },
      headers,
    };
  }
  const errorId = randomUUID();
  log.error({ err: error, error_id: errorId, method, path }, 'request failed');
  const text = translate(locale, known?.text ?? message('api.internal', { id: errorId }));
  return { status: 500, body: { message: text }, headers: { 'cache-control': 'no-store' } };
}

const translated = (errors: FieldErrors, locale: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, texts.map((text) => translate(locale, text))]),
  );

function knownError(error: unknown, changes: boolean): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof ForgedRowError) return new AppError('forbidden', message('error.forged_row'));
  if (error instanceof InvalidCursorError) return invalidField('cursor', message('api.cursor'));
  // The commit may have reached the database: a second try with the same Idempotency-Key tells, and does nothing twice.
  if (changes && isAnswerLost(error)) return unavailable('api.outcome_unknown', 5);
  if (isStatementTimeout(error) || isConnectionError(error)) return unavailable('api.busy', 5);
  if (isLockTimeout(error)) return unavailable('api.locked', 2);
  if (isDiskFull(error)) return unavailable('api.disk_full', 30);
  return undefined;
}

function unavailable(key: 'api.busy' | 'api.outcome_unknown' | 'api.locked' | 'api.disk_full', retryAfter: number) {
  return new AppError('unavailable', message(key), undefined, retryAfter);
}
