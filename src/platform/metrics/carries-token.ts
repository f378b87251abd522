import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header carries this bearer token; takes as long for a wrong one. */
export function carriesToken(header: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
