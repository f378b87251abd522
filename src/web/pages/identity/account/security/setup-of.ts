import { qrPath } from '#web/ui/display/qr/qr-path.ts';
import type { Shown } from './shown.ts';

const LIMIT = 300;

/** What an authenticator app needs, taken from the `otpauth:` address; undefined for any other text. */
export function setupOf(uri: string): Shown['setup'] {
  if (uri.length > LIMIT || !uri.startsWith('otpauth://totp/')) return undefined;
  const secret = URL.parse(uri)?.searchParams.get('secret');
  return secret ? { secret, uri, qr: qrPath(uri) } : undefined;
}
