const MAX_AGE_MS = 10_000;
const RENEWED_AFTER_MS = 5_000;

/** A value that was read at most 10 s ago. It is renewed while it is in use, so only the first request in a while waits. */
export class Kept<T> {
  #value: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  #readAt = -Infinity;
  readonly #load: () => Promise<T>;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  get(): Promise<T> {
    const age = performance.now() - this.#readAt;
    if (age > RENEWED_AFTER_MS) this.#next ??= this.#renew();
    return this.#value && age <= MAX_AGE_MS ? this.#value : this.#next!;
  }

  #renew(): Promise<T> {
    const readAt = performance.now();
    const next = this.#load();
    // A value read before `forget` isn't cached.
    const isCurrent = () => this.#next === next;
    next
      .then(
        () => {
          if (isCurrent()) [this.#value, this.#readAt] = [next, readAt];
        },
        () => {},
      )
      .finally(() => {
        if (isCurrent()) this.#next = undefined;
      });
    return next;
  }

  forget(): void {
    [this.#value, this.#next, this.#readAt] = [undefined, undefined, -Infinity];
  }
}
