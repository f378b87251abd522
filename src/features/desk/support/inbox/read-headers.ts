/** Servers on the way add to them, but no honest mail comes near. */
const MAX_HEADER_BYTES = 64 * 1024;

/** What decides about a mail before it is parsed. */
export interface MailHeaders {
  /** In small letters; null unless there is one address, in one line as mail programs write it. */
  from: string | null;
  message_id: string | null;
  auto_submitted: string;
  precedence: string;
}

/** Reads those headers line by line, in time that grows with their length; null: they are longer than any mail needs. */
export function readHeaders(raw: Buffer): MailHeaders | null {
  const text = raw.toString('latin1', 0, MAX_HEADER_BYTES);
  const end = /\r?\n\r?\n/.exec(text);
  if (!end && raw.length > MAX_HEADER_BYTES) return null;
  const lines = text
    .slice(0, end?.index)
    .replace(/\r?\n[ \t]/g, ' ')
    .split(/\r?\n/);
  const all = (name: string) =>
    lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim());
  const [from, ...others] = all('from');
  return {
    from: from === undefined || others.length > 0 ? null : readAddress(from),
    message_id: all('message-id')[0] || null,
    auto_submitted: all('auto-submitted')[0]?.toLowerCase() ?? '',
    precedence: all('precedence')[0]?.toLowerCase() ?? '',
  };
}

/** `Name <a@b.example>`, `a@b.example` or `a@b.example (Name)`; RFC 5321 allows 254 characters. */
function readAddress(value: string): string | null {
  if (value.length > 998) return null;
  const unquoted = value.replace(/"(?:[^"\\]|\\.)*"/g, '');
  const found =
    /^[^<>,;:]*<(?<address>[^<>\s,;:]+@[^<>\s,;:]+)>$/.exec(unquoted) ??
    /^(?<address>[^<>\s,;:]+@[^<>\s,;:]+)(?: \([^()]*\))?$/.exec(unquoted);
  const address = found?.groups?.address?.toLowerCase();
  return address && address.length <= 254 ? address : null;
}
