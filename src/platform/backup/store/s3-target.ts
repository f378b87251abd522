/** A bucket, and what the names of its objects begin with: empty, or ending in a slash. */
export interface S3Target {
  /** Where the bucket is, such as https://s3.eu-central-1.amazonaws.com/cards. */
  bucket_url: string;
  prefix: string;
}

/** Says nothing of what was given, which may hold a password. */
export const S3_FORM = 'A bucket is written as s3:https://HOST/BUCKET/FOLDER, without a name or a password.';

export const isS3 = (target: string): boolean => target.startsWith('s3:');

/**
 * Reads s3:https://HOST/BUCKET/PREFIX, which every store that speaks S3 by paths can be written as; null if it is none. The names in it
 * are plain, so that they are signed as they are sent.
 */
export function readS3Target(target: string): S3Target | null {
  const url = isS3(target) ? URL.parse(target.slice('s3:'.length)) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null;
  const [bucket, ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (!bucket || ![bucket, ...folders].every((part) => /^[\w.-]+$/.test(part))) return null;
  return { bucket_url: `${url.origin}/${bucket}`, prefix: folders.map((folder) => `${folder}/`).join('') };
}
