/** The channel of a user's own events. */
export const userChannel = (user_id: string): string => `private-user.${user_id}`;

/** The channel that every admin's open pages hear. */
export const DASHBOARD_CHANNEL = 'private-dashboard';

/** The channel on which every signed-in user's open pages hear that a notice appeared, changed or went. */
export const NOTICES_CHANNEL = 'private-notices';
