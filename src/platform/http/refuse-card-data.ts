import type { Call } from '#contracts/call.ts';
import { type ScannedSurface, type Surface, textFieldsOf, textsAt } from '#contracts/surface.ts';
import type { Message } from '#i18n/message.ts';
import { AppError, type FieldErrors } from './errors.ts';

/** Returns the refusal of a text that holds payment-card data, naming the rule and never the text. */
export type ScanText = (
  text: string,
  surface: ScannedSurface,
  asked: { holds: boolean; offers: boolean; check: boolean },
) => Message | undefined;

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
  const asked = {
    holds: call.holds !== undefined && call.holds !== false,
    offers: call.holds === true,
    check: partOf(input, 'body')?.check === true,
  };
  const read: { field: string; text: string }[] = [];
  for (const { path, surface } of scannedFields(call)) {
    const [part = '', field = '', ...rest] = path;
    const top = partOf(input, part)?.[field];
    for (const text of textsAt(top, rest)) {
      read.push({ field, text });
      const refusal = scan(text, surface, asked);
      if (refusal) errors[field] = [refusal];
    }
  }
  if (read.length > 1 && Object.keys(errors).length === 0) {
    // Fields are shown one below the other, so a number may go on from one to the next.
    const refusal = scan(read.map(({ text }) => endsOf(text)).join('\n'), 'document', { ...asked, holds: true });
    if (refusal && !asked.holds) errors[read.at(-1)!.field] = [refusal];
  }
  const first = Object.values(errors)[0]?.[0];
  if (first === undefined) return;
  const refused = new AppError('invalid', first, errors);
  const offered = Object.values(errors).every(
    ([text]) => typeof text === 'object' && text.key === 'guard.refused_check',
  );
  throw offered ? refused.marked({ reason: 'check_offered' }) : refused;
}

const EDGE_CHARS = 100;
/** A text, or where it is long its ends, between which nothing is joined. */
const endsOf = (text: string) =>
  text.length <= 2 * EDGE_CHARS ? text : `${text.slice(0, EDGE_CHARS)} and ${text.slice(-EDGE_CHARS)}`;

const partOf = (input: Input, part: string) => input[part as keyof Input] as Record<string, unknown> | undefined;

interface ScannedField {
  path: readonly string[];
  surface: ScannedSurface;
}

const fieldsOf = new WeakMap<Call, ScannedField[]>();

/** The fields of a call whose strings are stored, and so scanned. */
export function scannedFields(call: Call): ScannedField[] {
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
