/**
 * Whether a request is for one of our hosts. It may name its host in its target and in the Host header: both must be
 * ours. `target` is undefined if only the header was sent.
 */
export function isServedHost(
  allowed: ReadonlySet<string>,
  target: URL | undefined,
  header: string | undefined,
): boolean {
  if (target && !allowed.has(target.hostname)) return false;
  if (target && (header === undefined || header.toLowerCase() === target.host)) return true;
  return allowed.has(URL.parse(`http://${header}`)?.hostname ?? '');
}
