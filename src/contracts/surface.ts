import { z } from 'zod';

/**
 * What a typed text is, which decides how strictly the import guard reads it:
 * - `text`: what people write to each other. Bank accounts, amounts, parcels and lists of numbers are let through, and the
 *   words of the stolen-card trade count only beside an offer to sell or a number of 12 and more digits (IG-17).
 * - `document`: as `text`, but longer: what publishers write.
 * - `name`: a short name. As `text`, but nothing is let through that could be a card number by its digits and grouping.
 * - `product`: what the shop says about its goods, and file names. As `text`, with all of IG-06 and IG-17.
 * - `identifier`: codes, references and other cells. Any grouping counts, the whole may be a number (IG-01), and nothing
 *   is let through.
 * - `email`: refused only where its local part carries a card number that is longer than a telephone number.
 * - `tax_id`: as `identifier`, but for numbers with the form or the check digits of a tax number.
 */
export type ScannedSurface = 'name' | 'text' | 'document' | 'product' | 'identifier' | 'email' | 'tax_id';

/** `unstored` is never stored or logged in the clear (hashed, compared, looked up); `shaped` can't hold a card number. */
export type Surface = ScannedSurface | 'unstored' | 'shaped';

/** The surface of every string that a call accepts. A string without one fails surface.test.ts. */
export const surfaces = z.registry<{ surface: Surface }>();

/** Declares a field's surface; call it last, since a further check makes a new schema. */
export function onSurface<T extends z.ZodType>(surface: Surface, schema: T): T {
  surfaces.add(schema, { surface });
  return schema;
}

/** The strings of one part of a call: their place (`*` for each entry of an array or record) and surface. */
export interface TextField {
  path: readonly string[];
  /** Undefined where the contract forgot to declare one. */
  surface: Surface | undefined;
}

const closed = new Set(['number', 'int', 'boolean', 'null', 'undefined', 'enum', 'literal', 'date', 'void', 'never']);

/** Formats that admit no card number of any length. */
const closedFormats = new Set(['uuid', 'datetime', 'date']);

/** Every string that a parsed value may hold, found by walking its schema. */
export function textFieldsOf(schema: z.core.$ZodType, path: readonly string[] = []): TextField[] {
  const declared = surfaces.get(schema as z.ZodType)?.surface;
  if (declared) return [{ path, surface: declared }];
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => textFieldsOf(field, [...path, name]));
    case 'array':
      return textFieldsOf(def.element, [...path, '*']);
    case 'record':
      return textFieldsOf(def.valueType, [...path, '*']);
    case 'union':
      return def.options.flatMap((option) => textFieldsOf(option, path));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return textFieldsOf(def.innerType, path);
    case 'pipe':
      // What is stored is what comes out; a transform at the end says nothing about its result.
      return textFieldsOf((def.out as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.in : def.out, path);
    case 'string':
      return closedFormats.has(formatOf(def)) ? [] : [{ path, surface: undefined }];
    default:
      return closed.has(def.type) ? [] : [{ path, surface: undefined }];
  }
}

const formatOf = (def: z.core.$ZodStringDef) => ('format' in def ? String(def.format) : '');

/** The strings at a path below a value; `*` is each entry. */
export function textsAt(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') return path.length === 0 ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const [step, ...rest] = path;
  if (step === '*') return Object.values(value).flatMap((entry) => textsAt(entry, rest));
  return step !== undefined && Object.hasOwn(value, step)
    ? textsAt((value as Record<string, unknown>)[step], rest)
    : [];
}
