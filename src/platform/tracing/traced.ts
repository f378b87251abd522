/** What a span says besides its name: never an id, a token, or anything that a person typed. */
export type SpanFacts = Record<string, string | number>;

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  facts?: SpanFacts;
  /** The header of that name, of a request whose sender is trusted. */
  traceparent?: string | undefined;
}

/** A span that runs. */
export interface RunningSpan {
  rename(name: string): void;
  note(facts: SpanFacts): void;
  /** Says that what it stands for went wrong, by a kind such as a status: never by a message, which may hold anything. */
  fail(kind: string): void;
}

export interface Tracing {
  within<T>(start: SpanStart, work: (span: RunningSpan) => Promise<T>): Promise<T>;
}

const UNTRACED: RunningSpan = { rename: () => {}, note: () => {}, fail: () => {} };
let tracing: Tracing | null = null;

/** One process traces into one place, or nowhere: null. */
export function setTracing(next: Tracing | null): void {
  tracing = next;
}

/** Does some work within a span, which fails if it throws; where nothing is traced, just does it. */
export const traced = <T>(start: SpanStart, work: (span: RunningSpan) => Promise<T>): Promise<T> =>
  tracing ? tracing.within(start, work) : work(UNTRACED);
