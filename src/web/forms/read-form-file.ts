import { data } from 'react-router';
import { message } from '#i18n/message.ts';

/** What a form with a file weighs besides the file. */
const MULTIPART_BYTES = 100_000;

export interface FormFile {
  form: FormData;
  name: string;
  body: AsyncIterable<Uint8Array>;
}

/** The file of a submitted form; null if none was chosen. Rejects a form that is longer than a file may be. */
export async function readFormFile(
  request: Request,
  field: string,
  { limitBytes }: { limitBytes: number },
): Promise<FormFile | null> {
  const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (bytes > limitBytes + MULTIPART_BYTES) throw data({ message: message('form.too_large') }, { status: 413 });
  const form = await request.formData();
  const file = form.get(field);
  if (!(file instanceof File) || file.size === 0) return null;
  // Streams can be iterated here, on the server; the browser's types don't say so.
  return { form, name: file.name, body: file.stream() as unknown as AsyncIterable<Uint8Array> };
}
