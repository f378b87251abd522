/** A part of a workbook. A document type, with which entities could be declared, no program writes into one. */
export function parseXml(text: string): Document {
  if (text.includes('<!DOCTYPE')) throw new Error('A workbook with a document type');
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  if (parsed.getElementsByTagName('parsererror').length > 0) throw new Error('A workbook that is no XML');
  return parsed;
}

/** Elements of a local name, whatever their prefix. */
export const all = (within: Document | Element, name: string): Element[] => [
  ...within.getElementsByTagNameNS('*', name),
];

/** An attribute by its local name, whatever its prefix. */
export const attribute = (element: Element, name: string): string | null =>
  [...element.attributes].find(({ localName }) => localName === name)?.value ?? null;
