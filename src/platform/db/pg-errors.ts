import postgres from './driver/index.js';

/** True for a unique violation, of that constraint or index if one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23505', constraint);
}

/** True for a failed check constraint, of that name if one is given. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23514', constraint);
}

/** True for a reference to a missing row, or the removal of a row that is still referenced. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23503', constraint);
}

/** The transaction lost to a concurrent one and may be retried from its start. */
export function isRetryable(error: unknown): boolean {
  return hasCode(error, '40001') || hasCode(error, '40P01');
}

/** The statement was ended by statement_timeout or a cancel request. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, '57014');
}

/** The statement waited longer than lock_timeout for another transaction. It had no effect. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03');
}

/** No space left on the server's disk, or none that it may use. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, '53100') || hasCode(error, '53400');
}

/** The role may not do that. */
export function isForbidden(error: unknown): boolean {
  return codeOf(error) === '42501' || (error instanceof Error && codeOf(error.cause) === '42501');
}

/** A view can't be replaced by one with other columns. */
export function isOtherView(error: unknown): boolean {
  return codeOf(error) === '42P16' || (error instanceof Error && codeOf(error.cause) === '42P16');
}

// Class 08, 57P0x and 53300 come from the server; the rest are the client's codes for a broken or refused socket.
const lostCodes = new Set([
  '57P01',
  '57P02',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ANSWER_TIMEOUT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);
const unreachedCodes = new Set([
  '57P03',
  '53300',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'POOL_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);

/** The server is unreachable or the connection was lost. */
export function isConnectionError(error: unknown): boolean {
  return isAnswerLost(error) || unreachedCodes.has(codeOf(error) ?? '');
}

/** The connection was lost or given up while a statement ran, which may or may not have taken effect. */
export function isAnswerLost(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return lostCodes.has(code) || /^08...$/.test(code);
}

function hasCode(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof postgres.PostgresError) || error.code !== code) return false;
  return constraint === undefined || error.constraint_name === constraint;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
