const MAX_AGE_MS = 10_000;
const RENEWED_AFTER_MS = 5_000;

/** A value that was read at most 10 s ago. */
export interface TimedCache<T> {
  get(): Promise<T>;
  /** Has it read anew: after a change that must show at once. */
  forget(): void;
}

/** The value is renewed while it is in use, so only the first request in a while waits. */
export function createTimedCache<T>(load: () => Promise<T>): TimedCache<T> {
  let value: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  let readAt = -Infinity;

  function renew(): Promise<T> {
    const startedAt = performance.now();
    const loaded = load();
    // A value read before `forget` isn't cached.
    const isCurrent = () => next === loaded;
    loaded
      .then(
        () => {
          if (isCurrent()) [value, readAt] = [loaded, startedAt];
        },
        () => {},
      )
      .finally(() => {
        if (isCurrent()) next = undefined;
      });
    return loaded;
  }

  return {
    get() {
      const age = performance.now() - readAt;
      if (age > RENEWED_AFTER_MS) next ??= renew();
      return value && age <= MAX_AGE_MS ? value : next!;
    },
    forget() {
      [value, next, readAt] = [undefined, undefined, -Infinity];
    },
  };
}
