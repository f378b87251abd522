import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call; `catalogue` is `auth` and `active` unless the shop shows its goods to visitors. `role:a,b` requires
 * one of these roles, and only `admin:seller` lets in staff of a seller. Guards are checked in order.
 */
export type Guard = 'auth' | 'guest' | 'catalogue' | 'active' | 'admin' | 'admin:seller' | `role:${string}`;

/** The names listed after a guard's colon; spaces around them don't count. */
export const namesIn = (list = ''): string[] => list.split(',').map((name) => name.trim());

/**
 * When a fresh factor is required: always; in addition to the password in the call, if the account has more than
 * a password; or on a device that is not trusted yet. An account with nothing but a password confirms a new device by a
 * mailed code instead (403 with the reason `device_confirmation_required`), for `always` too.
 */
export type StepUp = 'always' | 'beside_password' | 'new_device';

/** One call of the HTTP API as data: the server, the web, the OpenAPI document and the tests all read it. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path with `{name}` for each parameter. */
  path: string;
  summary: string;
  guards: readonly Guard[];
  /** Accepts `Idempotency-Key`: effect and reply are stored in one transaction, and the reply is replayed. */
  idempotent?: boolean;
  /**
   * Moves money, or adds up: an equal request of the same session within ten seconds gets the first reply even without
   * `Idempotency-Key`, if this is true of its body. It isn't where an equal body may mean something new.
   */
  deduplicate?(body: z.output<Body>): boolean;
  /** Takes a file of this media type as its body, which the verb receives as a stream. */
  upload?: string;
  /** A body limit other than the default 64 KiB. */
  bodyLimitBytes?: number;
  /** Also accepts a form body, for clients that can't send JSON. */
  form?: boolean;
  /** Carries a secret: the reply is `no-store` and never logged. */
  secret?: boolean;
  /**
   * Texts that the import guard isn't sure about wait for a person instead of being refused; its verb sees to that. What it is
   * sure about may be sent for a check, too, unless this is `unsure`.
   */
  holds?: boolean | 'unsure';
  /** Opens or seals secrets, or vouches for addresses: answered by the process that has the master key. */
  inVault?: true;
  /** A GET that changes state (fixed by the API): refused to prefetchers. */
  changesState?: boolean;
  /** Works while the shop is closed for maintenance. */
  inMaintenance?: boolean;
  /** Requires a factor from the last ten minutes; otherwise 403 with the reason `step_up_required`. */
  stepUp?: StepUp;
  /** How it decides the proposal in its body, where that doesn't say so: a person with a passkey signs that decision. */
  decides?: 'approved' | 'rejected';
  /** Replies with a file of this name, streamed in parts; `reply` then describes its JSON. */
  download?: string;
  /** How a download is encoded, where that isn't UTF-8: its parts are bytes then. */
  charset?: 'windows-1252';
  /** Requests per minute and caller; the default is the pipeline's. */
  perMinute?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: 204 without content. */
  reply?: Reply;
  /** Success status. Default: 200 with a reply, 204 without. */
  status?: 200 | 201 | 202 | 204;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a verb receives after parsing. */
export interface Input<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: C extends { upload: string } ? AsyncIterable<Uint8Array> : Parsed<C['body']>;
}

/** What a caller passes before parsing, without the parts that the call doesn't have. */
export interface CallInput<C extends Call> {
  params?: Given<C['params']>;
  query?: Given<C['query']>;
  body?: C extends { upload: string } ? AsyncIterable<Uint8Array> : Given<C['body']>;
  idempotencyKey?: string;
}

export type Reply<C extends Call> = C['reply'] extends z.ZodType ? z.input<C['reply']> : undefined;

/** Declares a call, keeping its exact types. */
export function call<
  const P extends z.ZodType,
  const Q extends z.ZodType,
  const B extends z.ZodType,
  const R extends z.ZodType,
  const C extends Call<P, Q, B, R>,
>(definition: C & Call<P, Q, B, R>): C {
  return definition;
}
