/** Pages say every 25 seconds that they are open. */
const HERE_MS = 60_000;

/** Who was seen since then is still there. */
export const seenSince = (now: Date): Date => new Date(now.getTime() - HERE_MS);
