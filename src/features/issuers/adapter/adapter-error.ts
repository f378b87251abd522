/** Why an issuer's adapter gave no answer that counts. */
export const ADAPTER_FAILURES = [
  ...(['no_adapter', 'host', 'address', 'network', 'timeout', 'redirect', 'status', 'too_long'] as const),
  ...(['signature', 'replayed', 'stale', 'malformed', 'incomplete', 'contradiction', 'paused'] as const),
] as const;
export type AdapterFailure = (typeof ADAPTER_FAILURES)[number];

const TRANSIENT: readonly AdapterFailure[] = ['network', 'timeout', 'status'];

/** Names the failure and nothing of the answer, so it may be logged and shown. */
export class AdapterError extends Error {
  override name = 'AdapterError';
  readonly failure: AdapterFailure;

  constructor(failure: AdapterFailure) {
    super(`The issuer's adapter gave no answer that counts: ${failure}`);
    this.failure = failure;
  }

  /** Whether asking again may help. */
  get transient(): boolean {
    return TRANSIENT.includes(this.failure);
  }
}
