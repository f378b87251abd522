import type { Text } from '#i18n/message.ts';

export type FieldErrors = Record<string, Text[]>;

/** The details of an API error, apart from its message. */
export interface Marks {
  reason?: string;
  ticket?: string;
  factors?: string[];
  proposal_id?: string;
  decision?: 'approved' | 'rejected';
  /** Of what has changed since it was read, with what was said. */
  version?: number;
  comments?: { author: string; by_staff: boolean; body: string; created_at: string }[];
}

/** Whether a refused call passes once its user has confirmed who they are, or signed what they decide. */
export const asksForFactor = ({ reason = '' }: Marks): boolean =>
  ['step_up_required', 'signature_required'].includes(reason);

/** An API error as the pages see it. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: FieldErrors;
  readonly marks: Marks;

  constructor(status: number, message: string, errors: FieldErrors = {}, marks: Marks = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.marks = marks;
  }
}
