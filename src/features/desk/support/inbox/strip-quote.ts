// What mail programs put before the mail that is answered, some of it on two lines, and before a signature.
const ends = [
  /^(On|Am) .{4,300}(wrote|schrieb.{0,200}):$/,
  /^[-_ ]{2,40}(Original Message|Ursprüngliche Nachricht)[-_ ]{2,40}$/i,
  /^_{10,}$/,
  /^(From|Von): .{1,300}$/,
  /^--$/,
];

/** What somebody wrote in a reply, without what it quotes and without their signature. */
export function stripQuote(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isEnd = (line: string) => ends.some((end) => end.test(line.trimEnd()));
  const end = lines.findIndex(
    (line, at) => isEnd(line) || (/^(On|Am) /.test(line) && isEnd(`${line} ${lines[at + 1] ?? ''}`)),
  );
  const own = end < 0 ? lines : lines.slice(0, end);
  return own
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
}
