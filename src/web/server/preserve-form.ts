import { data } from 'react-router';
import { readCookie, writeCookie } from '#web/server/cookies/cookies.ts';

/** The non-secret values of a form: never a password or a code. */
export type Typed = Record<string, string>;

const NAME = 'facevalue_form';
const LIMIT_BYTES = 3000;

/** The query belongs to it: the same page for something else shows nothing that was typed for this. */
const placeOf = ({ pathname, search }: URL) => pathname + search;

/** A Set-Cookie that stores form input while the user confirms their identity; input that is too long is dropped. */
export function preserveForm(page: URL, values: Typed, secure: boolean): string {
  const value = encodeURIComponent(JSON.stringify({ place: placeOf(page), values }));
  return value.length > LIMIT_BYTES ? cleared : writeCookie(NAME, value, { max_age: 600, secure });
}

const cleared = writeCookie(NAME, '', { max_age: 0 });

/** For a page's loader: returns, once, the input stored before a confirmation. */
export function withPreserved<T extends object>(loaded: T, { request, url }: { request: Request; url: URL }) {
  const preserved = readPreserved(request.headers.get('cookie'), url);
  return data({ ...loaded, preserved }, preserved ? { headers: { 'set-cookie': cleared } } : undefined);
}

function readPreserved(header: string | null, page: URL): Typed | null {
  try {
    const preserved = JSON.parse(decodeURIComponent(readCookie(header, NAME) ?? 'null'));
    return preserved?.place === placeOf(page) ? preserved.values : null;
  } catch {
    return null;
  }
}
