/** The quarter in the URL; without one, the current (UTC). */
export function quarterOf(search: URLSearchParams, now: Date): string {
  const asked = search.get('quarter') ?? '';
  return /^20\d{2}-Q[1-4]$/.test(asked) ? asked : quartersUntil(now, 1)[0]!;
}

/** The last quarters, the current one first. */
export function quartersUntil(now: Date, count: number): string[] {
  const current = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);
  return Array.from(
    { length: count },
    (_, back) => `${Math.floor((current - back) / 4)}-Q${((current - back) % 4) + 1}`,
  );
}
