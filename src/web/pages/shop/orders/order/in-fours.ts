/** A code as people read it aloud: in groups of four, unless its issuer groups it already. */
export const inFours = (code: string): string =>
  /^[A-Za-z0-9]{8,}$/.test(code) ? code.replace(/(.{4})(?=.)/g, '$1 ') : code;
