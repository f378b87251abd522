import { expect } from 'vitest';
import { AppError } from '#platform/http/errors.ts';

/** The refusal that some work ends with; the test fails if it does anything else. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error;
}
