const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ACTION = /^[a-z_]{1,40}\.[a-z_]{1,60}$/;

/** A typed name or id: one line of at most 100 characters. */
export const typedValue = (search: URLSearchParams, name: string): string =>
  (search.get(name) ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100);

/** The filters of the audit log in the URL; what can't be one is left out. */
export function auditQueryOf(search: URLSearchParams) {
  const [who, about, action] = [typedValue(search, 'who'), typedValue(search, 'about'), search.get('action') ?? ''];
  return {
    ...(who && { who }),
    ...(about && { about }),
    ...(ACTION.test(action) && { action }),
    ...daysOf(search),
  };
}

/** A period in the URL. */
export function daysOf(search: URLSearchParams) {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));

export const cursorOf = (search: URLSearchParams) => {
  const cursor = search.get('cursor');
  return cursor ? { cursor } : {};
};
