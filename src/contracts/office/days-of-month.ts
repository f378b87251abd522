/** The first and the last day of a month, such as 2026-10, as ISO dates. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  // Day zero of the next month.
  const last = new Date(Date.UTC(year, number, 0));
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
