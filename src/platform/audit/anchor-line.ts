import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AuditKey } from './link-hash.ts';

const shape = z.strictObject({
  /** Counts up by one, across renewals too. */
  number: z.int().positive(),
  at: z.iso.datetime(),
  /** Where the chain ended, and its link there in hex. */
  position: z.int().nonnegative(),
  link: z.string(),
  /** Links up to this position were made before there was a key. */
  unkeyed: z.int().nonnegative(),
  /** The first anchor of all, or one by which the operator accepted the chain as it was. */
  renewed: z.boolean(),
  /** The MAC of the anchor before it. */
  after: z.string(),
  mac: z.string(),
});

/** Says where the audit chain ended at a time, signed with the shop's key. */
export type Anchor = z.output<typeof shape>;

export function anchorLine(key: AuditKey, anchor: Omit<Anchor, 'mac'>): { anchor: Anchor; line: string } {
  const signed = { ...anchor, mac: macOf(key, anchor).toString('hex') };
  return { anchor: signed, line: JSON.stringify(signed) };
}

/** Undefined if it was changed, or made with another key. */
export function readAnchor(key: AuditKey, line: string): Anchor | undefined {
  const parsed = shape.safeParse(parseJson(line));
  if (!parsed.success) return undefined;
  const given = Buffer.from(parsed.data.mac, 'hex');
  const isBy = (each: LinkKey) => {
    const expected = macOf(each, parsed.data);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return key.auditKeys.some(isBy) ? parsed.data : undefined;
}

type LinkKey = Pick<AuditKey, 'auditMac'>;

function macOf(key: LinkKey, { number, at, position, link, unkeyed, renewed, after }: Omit<Anchor, 'mac'>): Buffer {
  return key.auditMac('anchor', JSON.stringify([number, at, position, link, unkeyed, renewed, after]));
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
