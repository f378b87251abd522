import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';

/** Asks at the terminal; also reads lines that are piped in. */
export function openPrompt(input: Readable & { isTTY?: boolean }) {
  let shows = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (shows) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: input.isTTY === true });
  const answers = lines[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await answers.next();
    if (done) throw new Error('Nothing was typed.');
    return value;
  };
  return {
    /** Shows what is typed. */
    async line(question: string): Promise<string> {
      shows = true;
      lines.setPrompt(question);
      lines.prompt();
      return next().finally(() => {
        shows = false;
      });
    },
    /** Doesn't. */
    async secret(question: string): Promise<string> {
      process.stderr.write(question);
      return next().finally(() => process.stderr.write('\n'));
    },
    close: () => lines.close(),
  };
}

export type Prompt = ReturnType<typeof openPrompt>;
