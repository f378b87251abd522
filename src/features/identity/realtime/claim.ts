/** What a subscription is tied to; sent along as signed `channel_data`. */
export interface Claim {
  session_id: string;
  /** The subscriber's language, for the texts in events. */
  locale: string;
  /** What the subscriber may hear of the back office. */
  duties: readonly string[];
}

export const writeClaim = ({ session_id, locale, duties }: Claim): string =>
  JSON.stringify({ session_id, locale, duties });

/** Undefined for anything we didn't write. */
export function readClaim(text: string): Claim | undefined {
  try {
    const { session_id, locale, duties } = JSON.parse(text);
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(session_id);
    return isId && typeof locale === 'string' && Array.isArray(duties) ? { session_id, locale, duties } : undefined;
  } catch {
    return;
  }
}
