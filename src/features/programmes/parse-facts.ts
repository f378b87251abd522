import type { z } from 'zod';
import { AppError, type FieldErrors } from '#platform/http/errors.ts';

/** Parses what an admin says of a programme or batch; throws one refusal that names every wrong field. */
export function parseFacts<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? 'body');
    errors[field] = [...(errors[field] ?? []), message];
  }
  const [field, messages] = Object.entries(errors)[0]!;
  throw new AppError('invalid', `${field}: ${messages[0]}`, errors);
}
