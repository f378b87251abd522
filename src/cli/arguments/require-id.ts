import { id } from '#contracts/shapes.ts';

/** An id given on the command line; the database would answer a mistyped one with its own words. */
export function requireId(option: string, value: string): string {
  if (!id.safeParse(value).success) throw new Error(`--${option} must be an id, like the ones the shop prints.`);
  return value;
}
