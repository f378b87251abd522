import { isText, type Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { readCookie, writeCookie } from './cookies.ts';

export interface ToastMessage {
  type: 'success' | 'info' | 'warning' | 'error';
  title: Text;
  content: Text;
  /** Path of the page that the toast is about. */
  link?: string;
  /** What kind of notification it is. Those of one kind are shown together. */
  about?: string;
}

const NAME = 'facevalue_flash';
// __Host- requires Secure, which is not available on http://localhost.
const HOST_NAME = '__Host-facevalue-flash';

/** A Set-Cookie that shows a toast on the next page, so that a redirect can report the outcome. */
export function flash(message: ToastMessage): string {
  return writeCookie(NAME, encodeURIComponent(JSON.stringify(message)), { max_age: 30 });
}

export const clearedFlash = writeCookie(NAME, '', { max_age: 0 });

/** The same cookie where the shop is served over https: no other host of the domain can set it. */
export const boundFlash = (cookie: string): string =>
  cookie.startsWith(`${NAME}=`) ? `${HOST_NAME}${cookie.slice(NAME.length)}; Secure` : cookie;

/** The toast as text: the page that shows it may not have loaded the messages of the page that set it. */
export function readFlash(
  header: string | null,
  { locale, time_zone, secure }: { locale: string; time_zone?: string; secure: boolean },
): ToastMessage | null {
  const value = readCookie(header, secure ? HOST_NAME : NAME);
  if (!value) return null;
  const translated = (text: Text) => translate(locale, text, time_zone);
  try {
    const { type, title, content } = JSON.parse(decodeURIComponent(value));
    const known = ['success', 'info', 'warning', 'error'].includes(type);
    return known && isText(title) && isText(content)
      ? { type, title: translated(title), content: translated(content) }
      : null;
  } catch {
    return null;
  }
}
