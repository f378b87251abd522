/**
 * The body of a file that comes in parts. A download of the API does when it is called as a function, which the type of
 * its reply, the JSON as a whole, doesn't say.
 */
export function downloadParts(parts: unknown): ReadableStream<Uint8Array> {
  const from = (parts as AsyncIterable<string>)[Symbol.asyncIterator]();
  const text = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await from.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await from.return?.();
    },
  });
  return text.pipeThrough(new TextEncoderStream());
}
