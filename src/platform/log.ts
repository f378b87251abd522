import pino from 'pino';
import { maskDigits, maskPath } from './masking/mask-digits.ts';

export type Logger = pino.Logger;

const secretFields = [
  'password',
  'current_password',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'otp',
  'code',
  'pin',
  'url_secret',
  'secret',
  'key',
  'xpub',
];

/**
 * Structured logs on stdout. Fields that can carry a secret are redacted, down to the third level; long runs of digits
 * in addresses and errors are masked, since a visitor may have typed a card number there.
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, path: maskPath, url: maskPath },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs listed fields of an error only: others (a statement's detail, a request) may hold personal data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint_name, table_name } = error as Error &
    Record<'code' | 'constraint_name' | 'table_name', unknown>;
  return {
    type: error.name,
    message: maskDigits(error.message),
    stack: maskDigits(error.stack ?? ''),
    ...(typeof code === 'string' && { reason: code }),
    ...(typeof constraint_name === 'string' && { constraint: constraint_name }),
    ...(typeof table_name === 'string' && { table: table_name }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
