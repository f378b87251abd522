/**
 * What becomes of a table in a copy for staging. `emptied`: its rows go. Otherwise `made` says by SQL what replaces a column, and `plain`
 * names the columns that can hold text or bytes and say nothing about people, opened by no key, and stay.
 */
export type ScrubRule = 'emptied' | { made?: Readonly<Record<string, string>>; plain?: readonly string[] };

/** By the names of the tables. Those without a column that can hold text or bytes need none. */
export type ScrubRules = Readonly<Record<string, ScrubRule>>;

/** Words in place of words; nothing in place of nothing. */
export const words = (column: string): string => `pg_temp.words(${column})`;
/** Hexadecimal digits that are equal for equal texts, and can't be led back. */
export const mixed = (column: string): string => `pg_temp.mixed(${column})`;
export const mixedEach = (column: string): string => `pg_temp.mixed_each(${column})`;
/** The same for 32 bytes. */
export const mixedBytes = (column: string): string => `pg_temp.mixed_bytes(${column})`;
/** What isn't a word of the shop itself, a number, a time or an id, is replaced inside of JSON. */
export const facts = (column: string): string => `pg_temp.facts(${column})`;
/** A name that is different for each id. */
export const named = (prefix: string, id = 'id'): string => `'${prefix}-' || left(md5(${id}::text), 12)`;
/** An address at which nobody gets mail (RFC 2606). */
export const mailAddress = (id = 'id'): string => `${named('made', id)} || '@staging.invalid'`;
