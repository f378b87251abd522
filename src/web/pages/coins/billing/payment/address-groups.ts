const SIZE = 4;

/** An address in groups of four characters; the first group takes the remainder, because it holds the prefix. */
export function addressGroups(address: string): string[] {
  const first = SIZE + (address.length % SIZE);
  return [address.slice(0, first), ...(address.slice(first).match(/.{4}/g) ?? [])];
}
