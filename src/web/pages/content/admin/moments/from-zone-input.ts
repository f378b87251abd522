import { toZoneInput } from './zone-input.ts';

/**
 * Parses such a field: null if empty, the previous value if unchanged (the field has no seconds),
 * and invalid input as typed, for the API to reject.
 */
export function fromZoneInput(typed: string, zone: string, before?: string | null): string | null {
  if (typed === '') return null;
  if (before && typed === toZoneInput(before, zone)) return before;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return typed;
  try {
    return Temporal.PlainDateTime.from(typed).toZonedDateTime(zone).toInstant().toString();
  } catch {
    return typed;
  }
}
