import { statfs } from 'node:fs/promises';
import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import type { Finding } from '../findings/finding.ts';

const GIGABYTE = 1e9;
const WARNS_BELOW = 0.1;

/** Space on the disk that holds DATA_DIR. */
export async function checkDisk({ data_dir }: Pick<Config, 'data_dir'>): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(data_dir);
  const free = bavail * bsize;
  const gigabytes = (bytes: number) => Math.round(bytes / GIGABYTE);
  const found = message('doctor.disk.found', { free: gigabytes(free), total: gigabytes(blocks * bsize) });
  const state = free < GIGABYTE ? 'failed' : bavail / blocks < WARNS_BELOW ? 'warning' : 'well';
  return [{ name: 'disk', state, found, ...(state !== 'well' && { advice: message('doctor.disk.do') }) }];
}
