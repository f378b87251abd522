/** The channel of a user's own events. */
export const userChannel = (userId: string): string => `private-user.${userId}`;

/** The channel that every admin's open pages hear. */
export const dashboardChannel = 'private-dashboard';
