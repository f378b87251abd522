import type { z } from 'zod';
import type { Call } from '#contracts/call.ts';
import { message, type Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { AppError, type FieldErrors } from './errors.ts';
import { issueKey, issueText } from './issue-text.ts';

export interface RawInput {
  params: Record<string, string>;
  query: URLSearchParams | Record<string, unknown>;
  body: unknown;
}

/** Parses a request's three parts by the contract. Bad params are a 404; all other errors are one 422 with fields. */
export function parseInput(call: Call, raw: RawInput): { params: unknown; query: unknown; body: unknown } {
  // No prototype: a field may be called toString or __proto__.
  const errors: FieldErrors = Object.create(null);
  if (!call.upload && !isStorable(raw.body))
    throw new AppError('invalid', message('invalid.characters'), {
      body: [message('invalid.characters_remove')],
    });
  const params = parsePart(call.params, raw.params, errors);
  if (Object.keys(errors).length > 0) throw new AppError('not_found', message('api.nothing_with_id'));
  const query = parsePart(
    call.query,
    raw.query instanceof URLSearchParams ? singleValues(raw.query, errors) : raw.query,
    errors,
  );
  const body = call.upload ? raw.body : parsePart(call.body, raw.body, errors);
  const first = Object.values(errors)[0]?.[0];
  if (first !== undefined) throw new AppError('invalid', first, errors);
  return { params, query, body };
}

function parsePart(schema: z.ZodType | undefined, value: unknown, errors: FieldErrors): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: issueKey });
  if (result.success) return result.data;
  for (const issue of flatten(result.error.issues)) {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.length > 0 ? String(issue.path[0]) : 'body'];
    for (const name of names) {
      errors[name] ??= [];
      const [texts, text] = [errors[name], issueText(issue)];
      if (texts.length < 10 && !texts.some(readsLike(text))) texts.push(text);
    }
  }
  return undefined;
}

/** Two rules of one field may say the same, with different facts behind it. */
const readsLike = (text: Text) => (other: Text) => translate('en', other) === translate('en', text);

/** A union's own message says nothing useful: show its last member's instead. */
function flatten(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors.length > 0 ? flatten(issue.errors.at(-1) ?? []) : [issue],
  );
}

function singleValues(query: URLSearchParams, errors: FieldErrors): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of query) {
    if (!isStorable(value)) errors[name] = [message('invalid.nul')];
    else if (Object.hasOwn(values, name)) errors[name] = [message('invalid.once')];
    // An empty field of a search form means that it was not filled in.
    else if (value !== '') values[name] = value;
  }
  return values;
}

/** PostgreSQL accepts neither NUL nor half a surrogate pair in a text. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part));
}
