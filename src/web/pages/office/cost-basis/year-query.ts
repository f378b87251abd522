/** The year in the URL; without one, the current (UTC). */
export function yearIn(search: URLSearchParams, now: Date): string {
  const asked = search.get('year') ?? '';
  return /^20\d{2}$/.test(asked) ? asked : String(now.getUTCFullYear());
}
