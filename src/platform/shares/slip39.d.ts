declare module 'slip39' {
  interface Node {
    mnemonics: string[];
  }
  export default class Slip39 {
    static fromArray(
      secret: number[],
      options: { threshold: number; groups: [threshold: number, shares: number][]; passphrase?: string },
    ): Slip39;
    static recoverSecret(mnemonics: string[], passphrase?: string): number[];
    static validateMnemonic(mnemonic: string): boolean;
    fromPath(path: string): Node;
  }
}

declare module 'slip39/src/slip39_helper.js' {
  const helper: { WORD_LIST: string[] };
  export default helper;
}
