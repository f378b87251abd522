import { strFromU8, unzip } from 'fflate';
import { readOds } from './workbooks/read-ods.ts';
import { readXlsx } from './workbooks/read-xlsx.ts';

/** Of what a workbook unpacks to: rows of 15 MB never need more. */
const UNPACKED_LIMIT_BYTES = 150_000_000;
const PARTS =
  /^(?:xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+|_rels\/workbook)\.xml(?:\.rels)?|content\.xml)$/;

export const isWorkbook = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * The rows of the first sheet of an XLSX or ODS workbook, each cell as text: days as 2032-12-31, numbers as they are stored.
 * null for what isn't such a workbook. Nothing outside of the file is ever fetched.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][] | null> {
  const parts = await unpack(bytes);
  const text = (name: string) => (parts[name] ? strFromU8(parts[name]) : undefined);
  const content = text('content.xml');
  return content ? readOds(content) : readXlsx(text);
}

function unpack(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  let size = 0;
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!PARTS.test(name)) return false;
      size += originalSize;
      return size <= UNPACKED_LIMIT_BYTES;
    };
    unzip(bytes, { filter }, (error, parts) => {
      if (error) reject(error);
      else if (size > UNPACKED_LIMIT_BYTES) reject(new Error('The workbook unpacks to too much'));
      else resolve(parts);
    });
  });
}
