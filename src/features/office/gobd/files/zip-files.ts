import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZippedFile {
  name: string;
  /** Read when its turn comes. */
  parts: Iterable<string> | AsyncIterable<string>;
}

/** A ZIP file in parts, one file after the other: none is held in memory as a whole. Fails where one of them does. */
export function zipFiles(files: readonly ZippedFile[], mtime: Date): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  for (const { name, parts } of files) zip.addReadStream(Readable.from(parts).on('error', fail), name, { mtime });
  zip.end();
  return output;
}
