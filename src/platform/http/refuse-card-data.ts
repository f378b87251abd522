import type { Call } from '#contracts/call.ts';
import { type ScannedSurface, type Surface, textFieldsOf, textsAt } from '#contracts/surface.ts';
import type { Message } from '#i18n/message.ts';
import { AppError, type FieldErrors } from './errors.ts';

/** Returns the refusal of a text that holds payment-card data, naming the rule and never the text. */
export type ScanText = (text: string, surface: ScannedSurface) => Message | undefined;

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Scans every string of a parsed call on the surface that its contract declares, before the verb may store or log it.
 * @throws AppError `invalid` with the fields that hold payment-card data
 */
export function refuseCardData(call: Call, input: Input, scan: ScanText): void {
  const errors: FieldErrors = Object.create(null);
  for (const { path, surface } of scannedFields(call)) {
    const [part = '', field = '', ...rest] = path;
    const top = partOf(input, part)?.[field];
    for (const text of textsAt(top, rest)) {
      const refusal = scan(text, surface);
      if (refusal) errors[field] = [refusal];
    }
  }
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new AppError('invalid', first, errors);
}

const partOf = (input: Input, part: string) => input[part as keyof Input] as Record<string, unknown> | undefined;

interface ScannedField {
  path: readonly string[];
  surface: ScannedSurface;
}

const fieldsOf = new WeakMap<Call, ScannedField[]>();

function scannedFields(call: Call): ScannedField[] {
  let fields = fieldsOf.get(call);
  if (!fields) {
    // A test refuses contracts that name no surface; a name is read strictly.
    const parts = (['params', 'query', 'body'] as const).flatMap((part) =>
      call[part] ? textFieldsOf(call[part], [part]) : [],
    );
    fields = parts.flatMap(({ path, surface = 'name' }) => (isScanned(surface) ? [{ path, surface }] : []));
    fieldsOf.set(call, fields);
  }
  return fields;
}

const isScanned = (surface: Surface): surface is ScannedSurface => surface !== 'unstored' && surface !== 'shaped';
