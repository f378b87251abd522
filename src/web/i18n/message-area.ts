/** The area of the texts that several areas share, and of those outside of any. */
export const SHARED_AREA = 'shared';

/** The area whose texts come with a route: the folder of its page, or its layout's own. */
export const areaOfRoute = (id: string): string => id.replace(/^layout-/, '').split('/', 1)[0] ?? SHARED_AREA;
