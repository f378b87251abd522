import postgres from 'postgres';

/** True for a unique violation, of that one constraint or index when it is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23505', constraint);
}

/** True for a failed check constraint, of that name when given. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23514', constraint);
}

/** True for a reference to a row that isn't there, or the removal of one that is referred to. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return hasCode(error, '23503', constraint);
}

/** The transaction lost against another and may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  return hasCode(error, '40001') || hasCode(error, '40P01');
}

/** statement_timeout or a cancel ended the statement. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, '57014');
}

// Classes 08, 57P0x, 53300 come from the server; the others are how the client names a broken or refused socket.
const connectionCodes = new Set([
  ...['57P01', '57P02', '57P03', '53300', 'CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  ...['CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
]);

/** The server can't be reached now, or went away: whether a running statement took effect is unknown. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && (connectionCodes.has(code) || /^08...$/.test(code));
}

function hasCode(error: unknown, code: string, constraint?: string): boolean {
  if (!(error instanceof postgres.PostgresError) || error.code !== code) return false;
  return constraint === undefined || error.constraint_name === constraint;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
