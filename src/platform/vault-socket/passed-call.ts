import type { PassedCall } from '#platform/http/serve.ts';

/** What goes with a passed call beside its body, in a header. */
export interface Envelope extends Omit<PassedCall, 'call' | 'raw'> {
  /** Method and path. */
  call: string;
  params: Record<string, string>;
  /** As it was sent, or as a page gave it. */
  query: string | Record<string, unknown>;
}

export const ENVELOPE = 'x-facevalue-call';
/** How a reply's body comes: not at all, as JSON, or as a file in parts. */
export const BODY = 'x-facevalue-body';
export const HEADERS = 'x-facevalue-headers';

export const pack = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const unpack = <T>(header: string | string[] | undefined): T =>
  JSON.parse(Buffer.from(String(header ?? ''), 'base64url').toString()) as T;
