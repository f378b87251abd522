/** The area of messages shared by several areas or belonging to none. */
export const SHARED_AREA = 'shared';

/** A folder with the pages that visitors see first: each of them has an area of its own. */
const DIVIDED = 'shop';

/** Folders that have many texts in common, which no buyer needs. */
const OFFICE = ['admin', 'reseller'];

/** The areas whose messages load with a route, the widest first: the folder of its page, or its layout's own. */
export function areasOfRoute(id: string): string[] {
  const [folder = SHARED_AREA, page] = id.replace(/^layout-/, '').split('/');
  if (OFFICE.includes(folder)) return ['office', folder];
  return page && folder === DIVIDED ? [folder, page] : [folder];
}
