/** The value of one cookie of a Cookie header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
}

interface Attributes {
  max_age: number;
  secure?: boolean;
}

export function writeCookie(name: string, value: string, { max_age, secure }: Attributes): string {
  return `${name}=${value}; Path=/; Max-Age=${max_age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}
