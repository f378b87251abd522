import type { Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';

const statusOf = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  misdirected: 421,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;
export type FieldErrors = Record<string, Text[]>;

/** A refusal, shown to callers in their own language. Thrown where the rule is; mapped to a status in one place. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly text: Text;
  readonly errors: FieldErrors | undefined;
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;
  /** Machine-readable reason for the refusal. */
  marks:
    | {
        reason: string;
        ticket?: string;
        factors?: readonly string[];
        proposal_id?: string;
        decision?: string;
        /** Of what has changed since it was read, with what was said. */
        version?: number;
        comments?: readonly { author: string; by_staff: boolean; body: string; created_at: string }[];
      }
    | undefined;

  constructor(code: ErrorCode, text: Text, errors?: FieldErrors, retryAfter?: number) {
    // For the log and the command line, which are in English.
    super(translate('en', text));
    this.code = code;
    this.text = text;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** Adds a machine-readable reason to the text for people. */
  marked(marks: NonNullable<AppError['marks']>): this {
    this.marks = marks;
    return this;
  }

  get status(): (typeof statusOf)[ErrorCode] {
    return statusOf[this.code];
  }
}

/** A refusal of one field, shown beside it. */
export const invalidField = (field: string, text: Text) => new AppError('invalid', text, { [field]: [text] });
