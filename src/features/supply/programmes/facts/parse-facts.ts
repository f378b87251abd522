import type { z } from 'zod';
import { message } from '#i18n/message.ts';
import { AppError, type FieldErrors } from '#platform/http/errors.ts';
import { issueKey, issueText } from '#platform/http/issue-text.ts';

/** Parses what an admin says of a programme or batch; throws one refusal that names every wrong field. */
export function parseFacts<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input, { error: issueKey });
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0] ?? 'body');
    errors[field] = [...(errors[field] ?? []), issueText(issue)];
  }
  const [field, messages] = Object.entries(errors)[0]!;
  throw new AppError('invalid', message('invalid.field', { field, what: messages[0]! }), errors);
}
