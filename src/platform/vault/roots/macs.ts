import { createHmac, timingSafeEqual } from 'node:crypto';

/** For what proves and checks, but neither seals nor opens. */
export interface Macs {
  /** 32 bytes that only this shop can make for this purpose and text. */
  mac(purpose: string, text: string): Buffer;
  /** Compares in constant time. */
  verifyMac(purpose: string, text: string, mac: Uint8Array): boolean;
}

export type Mac = Macs['mac'];

/** The MACs of one key. */
export const macWith =
  (key: Buffer): Mac =>
  (purpose, text) =>
    createHmac('sha256', key)
      .update(`${Buffer.byteLength(purpose)}:${purpose}:`)
      .update(text)
      .digest();

/** The same with the check. */
export const checked = (mac: Mac): Macs => ({
  mac,
  verifyMac(purpose, text, given) {
    const expected = mac(purpose, text);
    return given.length === expected.length && timingSafeEqual(expected, given);
  },
});
