/** A running import notes every second or so that it runs. */
export const STALLED_MS = 15_000;
