/** Formats a time for a datetime field, in UTC and to the minute; empty if there is none. */
export const toUtcInput = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16) : '');

/**
 * Parses such a field: null if empty, the previous value if unchanged (the field has no seconds),
 * and invalid input as typed, for the API to reject.
 */
export function fromUtcInput(typed: string, before?: string | null): string | null {
  if (typed === '') return null;
  if (before && typed === toUtcInput(before)) return before;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? `${typed}:00Z` : typed;
}
