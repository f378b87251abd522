import type { CHECK_FAILURES } from '#contracts/supply/issuers.ts';

export type AdapterFailure = (typeof CHECK_FAILURES)[number];

const TRANSIENT: readonly AdapterFailure[] = ['network', 'timeout', 'status'];

/** Why an issuer gave no answer that counts. Names the failure and nothing of the answer, so it may be logged and shown. */
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
