import { id } from '#contracts/shapes.ts';

/** Checks an id from the command line; for a typo the database would only report an error of its own. */
export function requireId(option: string, value: string): string {
  if (!id.safeParse(value).success) throw new Error(`--${option} must be an id, like the ones the shop prints.`);
  return value;
}
