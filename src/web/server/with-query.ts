/** A path with these parameters in its query besides its own; null leaves one as it is. */
export function withQuery(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const [pathname = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return query.size ? `${pathname}?${query}` : pathname;
}
