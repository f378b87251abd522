/** The texts shared by several rooms or belonging to none. */
export const SHARED_AREA = 'shared';

/** The texts of the command palette, which loads when somebody asks for it. */
export const PALETTE_AREA = 'palette';

/** A room with the pages that visitors see first: each of them has texts of its own, too. */
const DIVIDED = 'buying';

/**
 * The texts that load with a route, the widest first. The folder of its page is a room, and a room of buyers' pages has texts
 * of its own. Staff's pages, in the rooms `admin` and the area `office`, have theirs together, and so has the area `supply`,
 * which sellers see: what these two have in common no buyer loads. A layout has texts by its name.
 */
export function areasOfRoute(id: string): string[] {
  if (/^office|\badmin\b/.test(id)) return ['office', 'admin'];
  const [page = SHARED_AREA, room = page, area] = id.replace('layout-', '').split('/').reverse();
  if (area === 'supply') return ['office', area];
  return room === DIVIDED ? [room, page] : [room];
}
