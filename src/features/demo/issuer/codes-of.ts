/** The codes of a file: one a line, or the first column of a stock file. */
export function codesOf(text: string): string[] {
  const codes = text.split(/\r?\n/).map((line) => line.split(',')[0]!.trim());
  return codes.filter((code) => code !== '' && code !== 'code');
}
