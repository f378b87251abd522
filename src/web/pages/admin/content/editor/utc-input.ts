/** A moment as a field of date and time takes it, in UTC and to the minute; empty for none. */
export const toUtcInput = (iso: string | null | undefined): string => (iso ? iso.slice(0, 16) : '');

/**
 * What such a field holds: null for nothing, what stood there before where nobody changed it (a field knows no
 * seconds), and what is no moment as it was typed, for the API to refuse.
 */
export function fromUtcInput(typed: string, before?: string | null): string | null {
  if (typed === '') return null;
  if (before && typed === toUtcInput(before)) return before;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? `${typed}:00Z` : typed;
}
