/** The meta of a page with its title. */
export const titled = (title: string) => () => [{ title: `${title} · Facevalue` }];
