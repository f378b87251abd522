/** How a value of the sort key is read back: int = safe integer, decimal = digits as text, timestamp = ISO text. */
export type KeyKind = 'int' | 'decimal' | 'text' | 'uuid' | 'timestamp';
export type KeyValue = string | number;

/** Where a page starts: after these values (next), or before them and read backwards (prev). */
export type Cursor = { direction: 'next' | 'prev'; values: KeyValue[] };

/** A list's sort order: its name (cursors of other orders are refused) and the kinds of its key, tie-breaker last. */
export type KeysetOrder = { name: string; kinds: readonly KeyKind[] };

export class InvalidCursorError extends Error {
  override name = 'InvalidCursorError';
}

const MAX_LENGTH = 1024;
const alphabet = /^[A-Za-z0-9_-]+$/;
const checks: Record<KeyKind, (value: unknown) => boolean> = {
  int: (value) => Number.isSafeInteger(value),
  decimal: (value) => typeof value === 'string' && /^-?\d{1,78}(\.\d{1,18})?$/.test(value),
  text: (value) => typeof value === 'string' && !value.includes('\0') && value.isWellFormed(),
  uuid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ][0-9:.]{5,18}(Z|\+00)$/.test(value),
};

export function encodeCursor(order: KeysetOrder, cursor: Cursor): string {
  const { direction, values } = cursor;
  if (values.length !== order.kinds.length || !values.every((value, at) => checks[order.kinds[at]!](value)))
    throw new TypeError(`the key ${JSON.stringify(values)} doesn't fit the order ${order.name}`);
  return Buffer.from(JSON.stringify([order.name, direction, ...values])).toString('base64url');
}

/** Throws InvalidCursorError for anything that encodeCursor didn't make for this order. */
export function decodeCursor(order: KeysetOrder, text: string): Cursor {
  const parts = parse(text);
  const [name, direction, ...values] = parts;
  const fits = name === order.name && values.length === order.kinds.length;
  if (!fits || (direction !== 'next' && direction !== 'prev')) throw new InvalidCursorError('The cursor is invalid.');
  if (!values.every((value, at) => checks[order.kinds[at]!](value)))
    throw new InvalidCursorError('The cursor is invalid.');
  return { direction, values: values as KeyValue[] };
}

function parse(text: string): unknown[] {
  if (text.length > MAX_LENGTH || !alphabet.test(text)) throw new InvalidCursorError('The cursor is invalid.');
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts)) return parts;
  } catch {
    // Not one of our cursors: refused below.
  }
  throw new InvalidCursorError('The cursor is invalid.');
}

export type KeysetPage<Row> = { rows: Row[]; next: string | null; prev: string | null };

/**
 * Turns the limit + 1 rows of a keyset query into a page in display order with its cursors.
 * A `prev` query returns its rows in reversed order.
 */
export function keysetPage<Row>(page: {
  order: KeysetOrder;
  cursor: Cursor | undefined;
  limit: number;
  fetched: readonly Row[];
  key: (row: Row) => KeyValue[];
}): KeysetPage<Row> {
  const { order, cursor, limit, fetched, key } = page;
  const more = fetched.length > limit;
  const rows = fetched.slice(0, limit);
  const backwards = cursor?.direction === 'prev';
  if (backwards) rows.reverse();
  const first = rows.at(0);
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows, next: null, prev: null };
  const next = backwards || more;
  const prev = backwards ? more : cursor !== undefined;
  return {
    rows,
    next: next ? encodeCursor(order, { direction: 'next', values: key(last) }) : null,
    prev: prev ? encodeCursor(order, { direction: 'prev', values: key(first) }) : null,
  };
}
