import { isText, type Text } from '#words/say.ts';
import { readCookie, writeCookie } from './cookies.ts';

export interface ToastMessage {
  type: 'success' | 'info' | 'warning' | 'error';
  title: Text;
  content: Text;
  /** Own path of the page that it is about. */
  link?: string;
}

const name = 'facevalue_flash';

/** A Set-Cookie that shows a toast on the next page, so that a redirect can say what happened. */
export function flash(message: ToastMessage): string {
  return writeCookie(name, encodeURIComponent(JSON.stringify(message)), { max_age: 30 });
}

export const clearedFlash = writeCookie(name, '', { max_age: 0 });

export function readFlash(header: string | null): ToastMessage | null {
  const value = readCookie(header, name);
  if (!value) return null;
  try {
    const { type, title, content } = JSON.parse(decodeURIComponent(value));
    const known = ['success', 'info', 'warning', 'error'].includes(type);
    return known && isText(title) && isText(content) ? { type, title, content } : null;
  } catch {
    return null;
  }
}
