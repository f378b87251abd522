/** The token of an Authorization header; null if it holds none. */
export const bearerOf = (header: string | undefined): string | null =>
  /^bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
