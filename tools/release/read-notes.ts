/** What stands in CHANGELOG.md under `## <version>`, with or without a date; null if there is no such section. */
export function readNotes(changelog: string, version: string): { notes: string; date: string | null } | null {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [heading = '', ...lines] = section.split('\n');
    const [name, date] = heading.trim().split(' - ');
    if (name === version) return { notes: lines.join('\n').trim(), date: date ?? null };
  }
  return null;
}
