/** Formats a time for a datetime field, in a time zone and to the minute; empty if there is none. */
export function toZoneInput(iso: string | null | undefined, zone: string): string {
  if (!iso) return '';
  // Swedish writes dates as such a field does.
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return format.format(new Date(iso)).replace(' ', 'T');
}
