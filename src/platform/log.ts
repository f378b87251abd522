import pino from 'pino';

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

/** Structured logs on stdout; fields that can carry a secret are replaced wherever a caller puts them. */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
