/** What the fields of a name hold on a page: values, texts, chosen options and ticked boxes. */
export function shownIn(page: string, name: string): string[] {
  const html = page.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(` name="${name}"`));
  const held = inputs.filter((tag) => !tag.includes('type="checkbox"') || / checked\b/.test(tag));
  const areas = [...html.matchAll(new RegExp(`<textarea\\b[^>]* name="${name}"[^>]*>([\\s\\S]*?)</textarea>`, 'g'))];
  const selects = [...html.matchAll(new RegExp(`<select\\b[^>]* name="${name}"[^>]*>([\\s\\S]*?)</select>`, 'g'))];
  return [
    ...held.map((tag) => / value="([^"]*)"/.exec(tag)?.[1] ?? ''),
    ...areas.map(([, text = '']) => text.replace(/^\n/, '')),
    ...selects.map(
      ([, options = '']) =>
        / value="([^"]*)"[^>]* selected/.exec(options)?.[1] ??
        / selected[^>]* value="([^"]*)"/.exec(options)?.[1] ??
        '',
    ),
  ];
}
