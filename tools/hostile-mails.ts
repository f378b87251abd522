/** Mails made to exhaust or to confuse a parser, each below the 256 KB that the inbox takes. */
interface HostileMail {
  kind: string;
  raw: string;
}

const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const lines = (part: string, bytes: number) => fill(`${part}\r\n`, bytes);

/** Bodies: the header lines that describe them, and their content. */
const bodies: Record<string, (size: number) => { headers: string[]; body: string }> = {
  flowed: (size) => ({ headers: ['Content-Type: text/plain; format=flowed; delsp=yes'], body: lines('x ', size) }),
  'flowed quotes': (size) => ({
    headers: ['Content-Type: text/plain; format=flowed'],
    body: lines(`${'>'.repeat(60)} x `, size),
  }),
  'one line': (size) => ({ headers: ['Content-Type: text/plain'], body: fill('x', size) }),
  'line ends alone': (size) => ({ headers: ['Content-Type: text/plain'], body: fill('\n\r', size) }),
  'NUL bytes': (size) => ({ headers: ['Content-Type: text/plain'], body: fill('\0', size) }),
  'unknown charset': (size) => ({
    headers: ['Content-Type: text/plain; charset=x-none'],
    body: fill('\u00ff', size / 2),
  }),
  'switched charset': (size) => ({
    headers: ['Content-Type: text/plain; charset=iso-2022-jp'],
    body: fill('\u001b$B\u001b(B', size),
  }),
  'quoted-printable ends': (size) => ({
    headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'],
    body: lines('=', size),
  }),
  'broken base64': (size) => ({
    headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
    body: lines('=A=B==', size),
  }),
  'elements in each other': (size) => html(fill('<div>', size)),
  'two elements in each other': (size) => html(fill('<b><i>', size)),
  'tables in each other': (size) => html(fill('<table><tr><td>', size)),
  'lists in each other': (size) => html(fill('<ul><li>', size)),
  'quotes in each other': (size) => html(fill('<blockquote>', size)),
  'elements beside each other': (size) => html(fill('<p>x</p>', size)),
  links: (size) => html(fill('<a href="https://example.com/">https://example.com/</a> ', size)),
  'addresses without links': (size) => html(fill('https://example.com/a www.example.com ', size)),
  'open comments': (size) => html(fill('<!--', size)),
  'open tags': (size) => html(fill('<a href="', size)),
  'open angles': (size) => html(fill('<', size)),
  'ends without beginning': (size) => html(fill('</div>', size)),
  attributes: (size) => html(`<p ${fill('a ', size)}>x</p>`),
  entities: (size) => html(fill('&amp;&#x41;&bogus', size)),
  ampersands: (size) => html(fill('&', size)),
  styles: (size) => html(`<style>${fill('a{b:c}', size)}</style>x`),
  'open scripts': (size) => html(fill('<script>', size)),
  'parts in each other': (size) => nested(Math.floor(size / 60)),
  'parts beside each other': (size) => parts(fill('--x\r\n\r\ny\r\n', size)),
  'parts without end': (size) => parts(fill('--x\r\n', size)),
  'nearly boundaries': (size) => parts(fill('--y\r\n--\r\n-- x\r\n', size)),
  'mails in each other': (size) => ({
    headers: ['Content-Type: message/rfc822'],
    body: fill('Content-Type: message/rfc822\r\n\r\n', size),
  }),
  'headers of parts': (size) => parts(`--x\r\n${lines(`A: ${'b'.repeat(60)}`, size)}\r\ny\r\n--x--\r\n`),
  'continued parameters': (size) => ({
    headers: [`Content-Type: text/plain;\r\n ${fill("n*0*=utf-8''%41;\r\n ", Math.min(size, 40_000))}n=x`],
    body: 'x',
  }),
  'encoded words': (size) => ({
    headers: [`Subject: ${fill('=?utf-8?q?=41?=\r\n ', Math.min(size, 40_000))}x`, 'Content-Type: text/plain'],
    body: 'x',
  }),
  'open encoded words': (size) => ({
    headers: [`Subject: ${fill('=?utf-8?q?', Math.min(size, 900))}`, 'Content-Type: text/plain'],
    body: 'x',
  }),
  'groups in Cc': (size) => ({ headers: [`Cc: ${fill('g:', Math.min(size, 50_000))}x@y.z;`], body: 'x' }),
  'open quotes in Reply-To': (size) => ({ headers: [`Reply-To: ${fill('"', Math.min(size, 50_000))}`], body: 'x' }),
  'comments in To': (size) => ({ headers: [`To: ${fill('(', Math.min(size, 50_000))}`], body: 'x' }),
  'many recipients': (size) => ({
    headers: [`Cc: ${fill('a@b.example, ', Math.min(size, 50_000))}a@b.example`],
    body: 'x',
  }),
  'a calendar': (size) => ({ headers: ['Content-Type: text/calendar'], body: lines('BEGIN:VEVENT', size) }),
};

const html = (body: string) => ({ headers: ['Content-Type: text/html; charset=utf-8'], body });
const parts = (body: string) => ({ headers: ['Content-Type: multipart/mixed; boundary=x'], body });

function nested(depth: number) {
  const open = Array.from(
    { length: depth },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  return { headers: ['Content-Type: multipart/mixed; boundary=b0'], body: open.join('') };
}

/** Senders that never reach the parser. */
const senders: Record<string, (from: string) => string> = {
  'groups in From': (from) => `From: ${fill('g:', 7_800)}${from};`,
  'more groups in From': (from) => `From: ${fill('g:', 60_000)}${from};`,
  'open angles in From': (from) => `From: ${fill('<', 60_000)}${from}>`,
  'open comments in From': (from) => `From: ${fill('(', 60_000)} ${from}`,
  'blanks in From': (from) => `From: ${' '.repeat(60_000)}x ${from}`,
  'two From': (from) => `From: ${from}\r\nFrom: ${from}`,
  'no From': () => 'X: y',
  'From on many lines': (from) => `From:${'\r\n '.repeat(20_000)}${from}`,
};

/** 200 of them, the same each time; half of them are about as large as asked for. */
export function hostileMails(from: string, bytes: number): HostileMail[] {
  const withBodies = Object.entries(bodies).flatMap(([kind, make]) =>
    [bytes, bytes / 2, bytes / 10, bytes / 100].map((size) => {
      const { headers, body } = make(size);
      return { kind: `${kind}, ${size}`, raw: [`From: ${from}`, ...headers, '', body].join('\r\n') };
    }),
  );
  const withSenders = Object.entries(senders).map(([kind, make]) => ({ kind, raw: `${make(from)}\r\n\r\nx\r\n` }));
  const longHeaders = Array.from({ length: 200 - withBodies.length - withSenders.length }, (_, i) => ({
    kind: `headers, ${i}`,
    raw: `From: ${from}\r\n${lines(`X-${i}: ${'y'.repeat(5 * i)}`, 3_000 * (i + 1))}\r\nx\r\n`,
  }));
  return [...withBodies, ...withSenders, ...longHeaders];
}
