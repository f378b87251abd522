export type OutgoingFailure = 'address' | 'network' | 'timeout' | 'too_long';

/** Why a request to another server got no answer. Names nothing of the request or an answer, so it may be logged. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
  readonly failure: OutgoingFailure;

  constructor(failure: OutgoingFailure) {
    super(`A request to another server got no answer: ${failure}`);
    this.failure = failure;
  }
}
