import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: `role:a,b` names roles of which one is needed. Guards are checked in order. */
export type Guard = 'auth' | 'guest' | 'active' | 'admin' | `role:${string}`;

/**
 * When a fresh factor is asked for: always; beside the password that the call itself asks for, where the account has
 * more than a password; or on a device where none was confirmed yet.
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
  /** Takes `Idempotency-Key`: the effect and its answer are kept in one transaction and replayed. */
  idempotent?: boolean;
  /** A body limit other than the default 64 KiB. */
  bodyLimitBytes?: number;
  /** The body may be a posted form as well: for clients that can't be told to send JSON. */
  form?: boolean;
  /** Answered with `no-store` and never logged: it carries a secret. */
  secret?: boolean;
  /** A GET that changes state (fixed by the API): refused to prefetchers. */
  changesState?: boolean;
  /** Works while the shop is closed for maintenance. */
  inMaintenance?: boolean;
  /** A factor has to be fresh (ten minutes): otherwise 403 with the reason `step_up_required`. */
  stepUp?: StepUp;
  /** Answered as a file of this name, in parts as they are read; `reply` then says what its JSON holds. */
  download?: string;
  /** Requests a minute for one caller; the default is the pipeline's. */
  perMinute?: number;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Absent: 204 without content. */
  reply?: Reply;
  /** Status of success; 200 with a reply and 204 without, unless said. */
  status?: 200 | 201 | 202 | 204;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a verb receives after parsing. */
export interface Input<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
}

/** What a caller hands in before parsing; parts that the call does not have are left out. */
export interface CallInput<C extends Call> {
  params?: Given<C['params']>;
  query?: Given<C['query']>;
  body?: Given<C['body']>;
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
