import type { Text } from '#words/say.ts';

export type FieldErrors = Record<string, Text[]>;

/** A refusal of the API as the pages see it. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: FieldErrors;

  constructor(status: number, message: string, errors: FieldErrors = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
  }
}
