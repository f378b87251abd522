/** Whether a form with a file was submitted. */
export const isMultipart = (request: Request): boolean =>
  request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;
