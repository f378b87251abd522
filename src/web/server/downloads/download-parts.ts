/**
 * The body of a file that comes in parts. A download of the API does when it is called as a function, which the type of
 * its reply, the JSON as a whole, doesn't say.
 */
export function downloadParts(parts: unknown): ReadableStream<Uint8Array> {
  const from = (parts as AsyncIterable<string | Uint8Array>)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await from.next();
      if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await from.return?.();
    },
  });
}
