/** A download of the API as a file of the page: called as a function, it comes in parts. */
export function csvParts(name: string, lines: unknown): Response {
  const parts = (lines as AsyncIterable<string>)[Symbol.asyncIterator]();
  const text = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(text.pipeThrough(new TextEncoderStream()), { headers });
}
