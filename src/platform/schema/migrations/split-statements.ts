/** A statement of a file, and the comment right above it. */
export interface Statement {
  text: string;
  /** Without its dashes; empty if there is none. */
  comment: string;
}

/** What a semicolon inside doesn't end: comments, texts, quoted names, and bodies between dollars. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/** The statements of a file of SQL, without semicolons. Texts with backslashes (E'…') aren't understood: no migration has any. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let start = 0;
  for (const { 0: token, index } of sql.matchAll(TOKEN)) {
    if (token !== ';') continue;
    statements.push(statementOf(sql.slice(start, index)));
    start = index + 1;
  }
  statements.push(statementOf(sql.slice(start)));
  return statements.filter(({ text }) => text !== '');
}

function statementOf(part: string): Statement {
  const lines = part.trim().split('\n');
  const begin = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('--'));
  const above = begin < 0 ? lines : lines.slice(0, begin);
  return {
    text: begin < 0 ? '' : lines.slice(begin).join('\n'),
    comment: above
      .map((line) => line.replace(/^--\s*/, ''))
      .join(' ')
      .trim(),
  };
}
