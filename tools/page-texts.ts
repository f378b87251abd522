import { readdirSync, readFileSync } from 'node:fs';

const web = new URL('../src/web/', import.meta.url);

/** Tells which texts of the catalogue the pages name, whole or by a template: the others are the server's alone. */
export function textsOfPages(): (key: string) => boolean {
  const names = new Set<string>();
  const patterns: RegExp[] = [];
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.test\./.test(name)) continue;
    const text = readFileSync(new URL(name, web), 'utf8');
    for (const [, , literal = ''] of text.matchAll(/(['"`])([a-z][\w.-]*)\1/g)) names.add(literal);
    for (const [, template = ''] of text.matchAll(/`([a-z]\w*\.[\w.-]*\$\{[^`\n]*)`/g))
      patterns.push(patternOf(template));
  }
  return (key) => names.has(key) || patterns.some((pattern) => pattern.test(key));
}

const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .replace(/\$\{[^}]*\}/g, '*')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[\\w-]+')}$`,
  );
