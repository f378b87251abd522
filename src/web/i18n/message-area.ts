/** The area of messages shared by several areas or belonging to none. */
export const SHARED_AREA = 'shared';

/** The area whose messages load with a route: the folder of its page, or its layout's own. */
export const areaOfRoute = (id: string): string => id.replace(/^layout-/, '').split('/', 1)[0] ?? SHARED_AREA;
