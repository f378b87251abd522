import { readFile } from 'node:fs/promises';

/** The name by which auditors' programs know the standard. */
export const DTD_NAME = 'gdpdu-01-08-2002.dtd';

/** The standard's declarations of elements, which those programs expect beside the index. */
export const readDtd = (): Promise<string> => readFile(new URL(DTD_NAME, import.meta.url), 'utf8');
